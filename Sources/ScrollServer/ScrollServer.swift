import Tiling

@main
struct Command {
    static func main() {
        print(version)
    }
}
package let version = "0.1.0"
