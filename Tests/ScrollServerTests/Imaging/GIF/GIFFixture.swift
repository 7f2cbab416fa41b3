// Still GIFs, and what Pillow makes of them.

import Foundation

/// A small GIF and the pixels that Pillow reads from it.
struct GIFFixture: Sendable {
    let name: String
    /// The file in base 64.
    let text: String
    /// The first digits of the SHA-256 of its pixels as red, green, blue and alpha, those without alpha as zeros.
    let digest: String

    var file: [UInt8] { [UInt8](Data(base64Encoded: text) ?? Data()) }

    static let all: [GIFFixture] = [
        GIFFixture(
            name: "four colours",
            text: """
                R0lGODdhFwATAIEAAHlCvfIhBvCEd2Lw8ywAAAAAFwATAAAIsgABAAhAMIAAAAIEDBggcCDBhAEWFkyoUGFDgwYpAmCIMOLChg4N\
                IhxwsOEAjwwPYky48KPKhwIrPmR5suNMAQRrZlS4sOTEjx8R0kwZ8qFLgTk/BrBZkSRHpCRLDsQp1OPFmz0jZmzJcWLCjRwpBkVK\
                UCjDpVBbbgwp9mlRqV55Ot24tK1XrU8LjuwpMGpFn1iP5ox4UafckxC32lzZEu1Mpycfay2sca5Qi3lnguUoMSAAOw==
                """,
            digest: "0129f63de37e6131"),
        GIFFixture(
            name: "256 colours, interlaced",
            text: """
                R0lGODdhFwATAIcAAO3qzeBc6RODu73luc1yAWuEvUnrY1FrC1fOVg5HOFbi+14eC87lotAQGnrOFMv8DXB7MMfyYVSqO7E/GpSM\
                7pn6f4gPrLCiLx3eLQE1Dy4JVxL2G2CpZvSu9bMRw5zJLJZe0zrHq85ZxbdeudTgdeP2sIlWxvkVTlcL7y8xo3kcGObuqr0AJGPM\
                Na2fOOYpa3sYTkkFOXWTanDWo2DvWigVOQwzZoIrN+7Mcjf4sc7kOJXjwmk7A+2ZJ66xYvgkutgibX+zH6t43OArgG+lVGlv7da8\
                YdH30PARlQleMQ5Nlh/xFGNqjfvdE7DvZJNJNOOZ0uMnaU75kcC+Utyf7fJxuJOSD+2/t5h8BQdDTApUGQBo7rW5EfpeegaN3a0a\
                MOafhn7/1oWtFg/bE1R+RdOsRI8IVhcI+B7r79S9V5ZdJUc00LTj6I6C55BPoUcT0vh26osPojv5QI+JNN4mvhH55WOfsVzEy6EZ\
                im0ToqLIkBJD1YDTKP11Zig6PwKQI9yJ9+yJlBhZePlWSUxb78sESMgbXFqfYUJLGE1twzbdx10NjzVDOkqXQMS0J2IDvUj0fSC1\
                +DWg8gqw4tDtnOJM6cRml1uZVaKIZ0IbHdFbOgdQPs6/jC/t4aZKb6Xpv6K3sK6SmIpdP3Guf5DeiOdC9Kta4hoj1dmVHnnDxGwm\
                u20c/Dzcx7kGmb69zOC+Nf1KpXAAvSAARylrpN6QZA8OoOO6beGtPcFz80edkmE8WCvcDrPDA/pe8oxHx2jdmN+SMSog4qQhBKb1\
                2DCp1nOlZ8gtGg16K1x28MqRsOl0Z5ivRLq1oWjkHt2fY/xuXjXpPctsoV8Tp/9+xB15zbvHclqRgLCGG644anCb4lhWffdrbrp2\
                WcnZWprivxwo6voJWonW/XHH+LHP91s61q1JpDeyS5j0TeS//BWxZy+bk6XSlQXYs9j1vVx/l2DFOKVSo/hYye5k0bs2HPZnVFU9\
                MzzGocuMIfWNoHWFPGw49L7eS4a9X4dmcn6Esa82MiwAAAAAFwATAEAI/wABqFAXAMk+IgIEDFhIgMCiAgWuGBhi4MCBTQgQLMOU\
                QIkCBYAWwGJAsoE2ZZMcOHggCxsECBEORZAlQcKEmxRyVtgJAIoFeRcaEmgBUUyUihYRaEKQQEQCBaoULFhAksGmBndUrhQF62WJ\
                YhEi1JQwYwKEhAvZCIV4ToABahYP8GHAFJ2Bu3EzIiCTYJqCZlKnKpPCIEaDMh+noqraoIEOB4VWxnnwUti5CDzErAxH+WWEdWJr\
                TrCZc8LOmmOWTXCTk8LOChYSWLhw4ROG21gyBAhwK0oJhawGEDCCosCAAneRHghAbcAw4Q0LnCuwxICVS//8ZFyQoF6CSwoKcIpC\
                fjdGUgSsEqhvxiUwVQY72hwIktGN+o8KEkxl4GPFsTgNqJQAM08p8MMCWFB1iigNrNKAOCo98MAVLy2wznsuNFCDKmuE04aEncEU\
                ljey6NKAOir1A+JLEJQQlgSG2DTBFjnp8sAHdXj2omg4UZBCBZxUAIMFYYVm0zATUGBDLq9Z4CRtF2BASkAAOw==
                """,
            digest: "b0f0c6c72b6803c3"),
        GIFFixture(
            name: "transparent, interlaced",
            text: """
                R0lGODlhFwATAIMAAPLFhXpS9SpjtQb5HtfdO8ih0pq1zSftYySB4DqHIniyjn6l0BkmAEtkczZmtVYsViH5BAEAAAMALAAAAAAX\
                ABMAQAj/AAEAGBCgQQABCAcMcLDgAYEDDwIYSGDgQIECCBAcIJBAgYIBCwQsYGBgQIMGChw4KPAAgQOBBA8mVGiAAIGLBQzohGjz\
                JgAHOiseOJARQYKjHhkscMCg6YGTKh08mCpQQYCCCAUgGJD1gEIBNxVcHLBzAdEERinmNEs04wKkHgMsMNuUAQCNCpaObHqyQdQH\
                CgUCUNDRQYKpCgQnuMqVgMIBPcfORGsTZ9ChbREASACA8UzIBARcJLnTZcYGCiMnyIlAKNqMRxMwUGAx584DhhFwLOgx7wIATocy\
                aIBAAOfeB+Y2LXByqWHDvecuUMAAQV+GUqn6XtCAAAMHCvy2Lw1pQODVg4SJO596QHBEBlkfP0Qs+LzIrakJALBsQKJMAQ445h0B\
                AVx0wE4MtBUQADs=
                """,
            digest: "76403547417304f5"),
        GIFFixture(
            name: "colours of its own, on a larger screen",
            text: """
                R0lGODlhKAAZAAAAACwFAAIAFwATAIKkqqDORpq7jn/pOU+1fr4rt2mbYE4LK8gI6QABCDwQIIAAAwYGKARAgECBhwcKGDhAsKAA\
                AgIUDgjQMMBDhAMoHhAooOQBjQYcfpR4YGIAgQESKmyokgDCACIXFqRYgOZDiQhFFgAwgABOjCWLPgQw0UCBkQU2xsyYcabNoE8F\
                Ang5NaPRoipFaq1YMmMAsCELXDTAcKvFpCcvEog4IOpEglsxnlRYUiXQuyMPlA0J1mdKwFoLavQpAKjIvW4NyvXLNOhIhgXODq77\
                UWbEoVINDqha9KABnBSJRt4MtvHQhonf7i38s2Xs0Uk5+syc0GlF3bMZOxYLYHPKn0tNZwWQmUBAADs=
                """,
            digest: "4323f7af6d414c4a"),
    ]
}
