// Tiny PNG files of every kind, with the digest of the pixels they must give.
import Foundation
import Testing

@testable import Pixels

/// A file made by a program of ours that shares nothing with the decoder: random samples, a random filter per row, the
/// image data split into three chunks of which one is empty.
struct PNGFixture: Sendable, CustomTestStringConvertible {
    let name: String
    let format: PixelFormat
    let file: [UInt8]
    /// The first half of the SHA-256 of the pixels as RGBA.
    let digest: String

    var testDescription: String { name }

    private init(_ name: String, _ format: PixelFormat, _ digest: String, _ file: String) {
        self.name = name
        self.format = format
        self.file = [UInt8](Data(base64Encoded: file) ?? Data())
        self.digest = digest
    }

    static let all: [PNGFixture] = [
        PNGFixture(
            "type 0, 1 bit", .gray, "fc4b8b7d96a0a7035aa357e0db286f77",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADAQAAAAB3uChoAAAAB0lEQVR42mO4wJjB53R1vQAAAABJREFUNa8GHgAAAAdJREFUcgYABiYCCi\
            +wFykAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 0, 1 bit, tRNS", .grayAlpha, "1ab9a14c81edf74e93bfadafe0429724",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADAQAAAAB3uChoAAAAAnRSTlMAAQGU/a4AAAAHSURBVHjaY2xg2sAichsCAAAAAElEQVQ1rwYeAA\
            AAB0lEQVSQAwAFEAGgxD8eXQAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 0, 1 bit, interlaced", .gray, "c37ed8acd08bb3aff72cc6132a99248d",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGAQAAAAFOu7n+AAAAEklEQVR42mM6wMzA2MDgwODA8oHlA/Mnb2vaAAAAAElEQVQ1rwYeAAAAEk\
            lEQVQJhguMm86x5D5k2ssAAGlyCNw0cYjVAAAAAElFTkSuQmCC
            """),
        PNGFixture(
            "type 0, 1 bit, interlaced, tRNS", .grayAlpha, "46fdc8e21cb8aac3914830196be43835",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGAQAAAAFOu7n+AAAAAnRSTlMAAQGU/a4AAAARSURBVHjaY25gYWA6AIQOzDOYJrAkjhQe1QAAAA\
            BJREFUNa8GHgAAABFJREFUMDUwqTEwnWlg4mkAAFWxBmXOI0YlAAAAAElFTkSuQmCC
            """),
        PNGFixture(
            "type 0, 2 bit", .gray, "327ed1a6eda601f1469edcf3d4cb0b2a",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADAgAAAAAwGFK4AAAACElEQVR42mN5vpf5BVQJTUQAAAAASURBVDWvBh4AAAAJSURBVC+LfAcAEj\
            ADTE7Yy7YAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 0, 2 bit, tRNS", .grayAlpha, "b6c96e92e1c13c9d6d83556f863ec9d7",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADAgAAAAAwGFK4AAAAAnRSTlMAAHaTzTgAAAAISURBVHjaYxQ5wPRvNB++BAAAAABJREFUNa8GHg\
            AAAAlJREFUAYPdEQAOtAN4PhofoAAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 0, 2 bit, interlaced", .gray, "26cf5bc66997e54b68bfa08fc1ef1152",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGAgAAAAEJG8MuAAAAE0lEQVR42mNoYGBg+cPcwPiAqYSB4Rdjl6Ap6AAAAABJREFUNa8GHgAAAB\
            RJREFUGXM1w6q6A8wlMo0sL9kbAIzACbreFuNNAAAAAElFTkSuQmCC
            """),
        PNGFixture(
            "type 0, 2 bit, interlaced, tRNS", .grayAlpha, "6fbb5ef72895de1f541e0ff0ff5c9b27",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGAgAAAAEJG8MuAAAAAnRSTlMAA++anIIAAAAUSURBVHjaY3nA4sBwguEBYwPTjgYGXwYVyJrABg\
            AAAABJREFUNa8GHgAAABRJREFUhmqmPVINzGkTGBme/jwAAJWQCmijt/VJAAAAAElFTkSuQmCC
            """),
        PNGFixture(
            "type 0, 4 bit", .gray, "53d72027ad412b31f25781818f92cf4e",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADBAAAAAC/WKcYAAAAC0lEQVR42mM6L2xuwOD5JFcLr1sAAAAASURBVDWvBh4AAAAMSURBVPQCC2\
            ft8wAAJcsFX1RPE0YAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 0, 4 bit, tRNS", .grayAlpha, "bf85200dbf34adaa230ab3889d7fd113",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADBAAAAAC/WKcYAAAAAnRSTlMAC+FBFLAAAAALSURBVHjaY9rjcGkBi/N/lXesYQAAAABJREFUNa\
            8GHgAAAAxJREFUpxpGT/31kQAxCwX2cX2erAAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 0, 4 bit, interlaced", .gray, "056cdb0373c14a9746e3dcf24918cf57",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGBAAAAAGGWzaOAAAAGklEQVR42gEqANX/AHIDUAPJ/ALgAEsDPCn9A7zsArKDKucAAAAASURBVD\
            WvBh4AAAAbSURBVEWJBMr+AxI1XbEpAuQOO6sQA+HPpAHdQXkQB7uSgUsAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 0, 4 bit, interlaced, tRNS", .grayAlpha, "4232ae500fdd174d9c33cd6bb1072c95",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGBAAAAAGGWzaOAAAAAnRSTlMAA++anIIAAAAZSURBVHjaY7BnDmConMCczTyTUZpZicFEh2EXP0\
            tllQqwAAAAAElEQVQ1rwYeAAAAGklEQVShD4vHB0WJepZPadcX9jN92fmQvQEA2DkNP5MrnuMAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 0, 8 bit", .gray, "3e89a7962361fd2c12ee85fb387970a0",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAAAAAB6qEoZAAAAEElEQVR42mMx+BLaZHJIiznl5NbzK+pAbQAAAABJREFUNa8GHgAAABFJRE\
            FUCydmMl4Q2VH3M+AHAIOjC8v11OHBAAAAAElFTkSuQmCC
            """),
        PNGFixture(
            "type 0, 8 bit, tRNS", .grayAlpha, "7cfef7dffa960acb4fc4e289e61019fe",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAAAAAB6qEoZAAAAAnRSTlMA4aGeH9YAAAAQSURBVHjaY3qovcBcJ0iN+e+eXu2XMd2qAAAAAE\
            lEQVQ1rwYeAAAAEElEQVQOY0cGZ7a5T4us3QFscwi5JeQ1mAAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 0, 8 bit, interlaced", .gray, "c744d54eada61b6e690ea265d4cb5ab6",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGCAAAAAFDq9uPAAAAJklEQVR42gFCAL3/A4boAkIEQhRPAKDxASFlBL9lfGBDA87cCGkBMqXr0L\
            km9BoAAAAASURBVDWvBh4AAAAnSURBVAJyxYRsAduiEJLdg5lOLAIzZbzqHFtx0DEChC/XBfZkkAzzPu4azi90sFgAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 0, 8 bit, interlaced, tRNS", .grayAlpha, "2e1f9cc03dfe7d5ccf5fece1c1953068",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGCAAAAAFDq9uPAAAAAnRSTlMAqkCQh84AAAAmSURBVHjaAUIAvf8DqokAiQBum7QBU/YDZBAA4l\
            L7NdYCUzBX5AEY2g5AJJla1AAAAABJREFUNa8GHgAAACdJREFUAk90tnsD28+MTZMCsmjoA60/dr/+gMQAXQRloP3Q5VMAMYBuKhwOavEg\
            LwAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 0, 16 bit", .gray, "4a5175e1bc30efa334d359d6b1e7c409",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADEAAAAAAqOJZaAAAAHElEQVR42gEtANL/Ai6lZeDAvAUpNQJelsc3At27PY1NZ5mOSAAAAABJRE\
            FUNa8GHgAAABxJREFUHZqfjwGVLQUgAOZFH0xLEtVWucAKUmngkeQRqI/LDKwAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 0, 16 bit, tRNS", .grayAlpha, "4b40fb98e1011bc1f69f4325e76ccf11",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADEAAAAAAqOJZaAAAAAnRSTlMTWQXLZfoAAAAcSURBVHjaAS0A0v8AE1ksrrY004KdEwdnjJgDb9\
            jSiKZGkeCPAAAAAElEQVQ1rwYeAAAAHElEQVTPusw0wWNDyx8Du1WidhzHRc8mbSdgKI7E5RPexQpT4wAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 0, 16 bit, interlaced", .gray, "6e53a7bc499b2b4413e0f602c3cd3e8c",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGEAAAAAETOwfMAAAAQUlEQVR42gF4AIf/AFs0MzsApf8Bl2APkHl+AaSPG/AA3h6pCABzBdBkdi\
            b3aprKAmoTxfg3wn9+ASAYtVUEYKRNAj4NjDtX0mAAAAAASURBVDWvBh4AAABCSURBVP9blarqBGzoKowGAO2Xntwu0dKJrDiLeADWKI++\
            KzmpUV/d1/gPmkxgOy8EIgK3w/oL+roBFhiktRKx6H/kliw0BjTMAbIAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 0, 16 bit, interlaced, tRNS", .grayAlpha, "8a50a78d272f2fa979ee975d090c1d24",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGEAAAAAETOwfMAAAAAnRSTlNYggdH+GgAAABBSURBVHjaAXgAh/8AWIJprwS7DQNIghQCBEADXb\
            bzpQH/XdGVBALgvdJC/MJtYdsDpUDixho5SsEBPC8HyLq8srYAlMgtnm2CyQAAAABJREFUNa8GHgAAAEJJREFUXZeJrIQDpfptOfknvpa1\
            emhukAaHXEnMAlZB2M2wmVH8y1w4cZaYwVoDigHdYjxrVwNnnaJYEQObySUZQBtwujTL5Ub0agAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 2, 8 bit", .rgb, "c127ca9c5d73a159205e3baee29a99e4",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAIAAADQoYKSAAAAJklEQVR42gFCAL3/BCoCSI4GwsjiuqgxqzvHl45JiP/gjQM8yLqOBpiOJ3\
            d43kwAAAAASURBVDWvBh4AAAAnSURBVHVCkK8b126SnZMV/agB12GKcI8wSxGFxOnoz9nrrIlSOLA+JdghNzY5BcsAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 2, 8 bit, tRNS", .rgba, "c7c987052da37dc0109715b4c91eab3a",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAIAAADQoYKSAAAABnRSTlMARwCGAAhvFmzIAAAAJklEQVR42gFCAL3/AUeGCHOJ/6TMJCpoky\
            Mqj+vBRKIIOwR4FbQ11L+NowozzZEAAAAASURBVDWvBh4AAAAnSURBVI2ogoZzMdiLER/ScOcE3oG+VCo39xLZ4G9e11mrSJOOUUuw3zcf\
            C3j0NuoAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 2, 8 bit, interlaced", .rgb, "61998dbd0afa42c8f9017ff757c7b61a",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGCAIAAAHpohMEAAAAXElEQVR42gGuAFH/BMcymYIN7QPoFR4Dt4f5aRUvcKXLAOmzIEm/rgLDfh\
            RfcvECFSLrPc+cmQClT26GLUy0BL/RRj4wJDA6RVlSSAM8u2i41h6mXR/frA4D3yrzOcqxvuBAIdQAAAAASURBVDWvBh4AAABdSURBVI9k\
            jUfPAIAMgcZVfYbgWkYatT8E6Rb9FA3SPNPicTggLwEo2eCigIR9ovKdtbJmLoGykPFaaAZKwLfE7qIE+cFDkrsNiTq88e8djekLO5gw7x\
            gJ3sH9BtlRCwtQaY4cHVsAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 2, 8 bit, interlaced, tRNS", .rgba, "7042cc50056f1724ed9b5c4ef30637f3",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGCAIAAAHpohMEAAAABnRSTlMAUwD2ADX273nLAAAAXElEQVR42gGuAFH/BFP2NZCBDwOCkVUB7Q\
            dhH+cHTIJiAUecG4eWKQKjRNVTfCIEvUGUPBAL810IFElHAf5PAmKmJO6c4oPp8GfqNABjEADVkNcHUf2/FnQBYTZYk17OFkGUpiAAAAAA\
            SURBVDWvBh4AAABdSURBVE9BKdrGBH9VLWUuwG9zSEWKgYK+s/Juje7ktCMDmroDkAFnVlcSdt1MCUHHMPPsHVdmerNSInHvxx4sVBwCmr\
            uEpM0sAvPgrr/49yEPCK9f3c4GSAMuLP+4/VJKNd45MW4AAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 2, 16 bit", .rgb, "baea6f85b188ace067e7279f9bb5faaf",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADEAIAAACAMV7RAAAARklEQVR42gGBAH7/AjB93bK5i0mok3ddPgOGTDrZxTW6AxLu5qb9KN/5vU\
            0DvDMDeh3xvUL0kQCHh+cLqI7TKldkyVPaXuFyCHN16RydFwAAAABJREFUNa8GHgAAAEZJREFUkPXzlt036yRN99hwciqfoLQwSSl9pooE\
            SQJyF/yi4D2+9dVLjNNJ2iMU1XfPcFqGWui+iqQq3fH3WPPmtt5LOu4/ciFDikFy8bkAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 2, 16 bit, tRNS", .rgba, "d5f00dd3feed01550701213272b33fab",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADEAIAAACAMV7RAAAABnRSTlOxiC/h5yPdjy20AAAARklEQVR42gGBAH7/AbGIL+HnI+ThpOtK/L\
            xf3j6o79w+/k6S9olYht+BVfAK/R0S4AGU4M/poAJsP0XlqxoJDrSLulxgwH7XDhWmrf8OzAAAAABJREFUNa8GHgAAAEZJREFUa7UtZJgk\
            6ApGVxV6BK56pwhscoqK0yMEusvDoseLLVGt97eCmIqOU+6NZyS+W/ICfrlzEmg/vSmW82wYAMtzFIbbOElA6EX9SjcAAAAASUVORK5CYI\
            I=
            """),
        PNGFixture(
            "type 2, 16 bit, interlaced", .rgb, "0725079b3b0c5ae19ba924dc3c182a4d",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGEAIAAAG5Ms9HAAAArUlEQVR42gFQAa/+BMps7rfs3pJPag7m6AS9sK4UOwoBvH17dvlVK3PRGg\
            s8iIhErUJsAPLyo50tUYd8QqVKBQTXGBFCdRETnOvD0u4AZHH/wRDtF1lyzakD6X8IqBCgn6M9OH7TrKOCj9JVAxPOWtK7IC+Ts64u56tL\
            XcKhmIf2UIobPwGL9PNpaOcVCn7BVJSeevEOeyfj+dYKfBICeG4NlDwR6SH9MtuwJ0ESjcs0WAN5L14AAAAASURBVDWvBh4AAACuSURBVO\
            Ex2BFVBATczdGhgn7jlu2uJl0vhfXt9bOw2evWj9HAonq9lxlnnJE+s75BnTolWHNoEI9/L6auWgVmRQBWk4o4nM0hf8hYWdN7aPtpBV6c\
            BPCPdugcR2/FxEExrZCa+AkSqoUZAdLqSktyPYUpRX6do7cBabVWrDzckLob66T+oz8ReEihw+psaAhAUtsFz9ee6TwUyE0+twyYy25uPS\
            tR/+qgtplzeTjGMBuixoMCucAAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 2, 16 bit, interlaced, tRNS", .rgba, "e83996670bf1eede4e86aa12f003c8de",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGEAIAAAG5Ms9HAAAABnRSTlPEP3YPHzqJ8Bs1AAAArUlEQVR42gFQAa/+BMQ/dg8fOgd7oKJIzw\
            GP68Hp4loDf+eWKDVkWnX/WVclOGSjIvS4BLQOn5Y5tBYoWc0T0ATVpHesEAtioz2EjbMC77sF30sSOUUX/CEPPSEKhKrQU978sfysBJH/\
            zhWwAczlioEop7ChgChNewdXGMeAuUwJ0usqyAEHBvkcR9LTQui8FzgF2cweFKbGXGwtMYIA9RiBijwpNd8zxeDuom2m6F5NxI0bOjAAAA\
            AASURBVDWvBh4AAACuSURBVBwBlDqPAIQ0qWxZurxQ3N9TQ8Q/dg8fOpDudBzVgPv19YRaJu+w9lz7M+LRei15BaXFcNVLJys7PtrkXQBo\
            MWF1gbuOA5jjdd17lOMGIhT+E/Qhd3eoQ9QkhKZurbpF31sAD6EQPS9MLnmGoRGS4HhCtWMEyRSi0B8FNR6NjqcjvvHMAnn8kEdwNES8TB\
            /ZbAlxTQ2bMQs0xIb/lOn8MX9f8Jcjo2qhnY8P8ziasoZkMqcAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 3, 1 bit", .rgb, "1fb35db403865c5c0c9ee000549d909c",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADAQMAAABlDYeGAAAABlBMVEXP0wXvrHfSP2DyAAAAB0lEQVR42mN8xnSM4HDxkwAAAABJREFUNa\
            8GHgAAAAdJREFUsQUAB2oCNSOL3m0AAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 3, 1 bit, tRNS", .rgba, "19f736af11f7a7ec012265e724dc82cc",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADAQMAAABlDYeGAAAABlBMVEUg21xy5PuaPePpAAAAAXRSTlMAQObYZgAAAAdJREFUeNpjjGLcwd\
            bUGUQAAAAASURBVDWvBh4AAAAHSURBVDwJAASSAapfd8W0AAAAAElFTkSuQmCC
            """),
        PNGFixture(
            "type 3, 1 bit, interlaced", .rgb, "bb1ef537fe530a3238a621f43fc463a8",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGAQMAAAFcDhYQAAAABlBMVEXSvojX0nAWRtleAAAAEUlEQVR42mNhYGJgOsBwgKGBxYJJgJlvqL\
            IAAAAASURBVDWvBh4AAAASSURBVPkFgwHLyuuMkumMj+QASmEGeJWTVhkAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 3, 1 bit, interlaced, tRNS", .rgba, "336d6bd92ad900d589f1aed1840bfcf5",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGAQMAAAFcDhYQAAAABlBMVEWjk2jKUkbZ0ZBGAAAAAXRSTlMAQObYZgAAABJJREFUeNpjaWBpYD\
            7AdICBgfEF4wcWjerJHAAAAABJREFUNa8GHgAAABJJREFUB+YfLC8kmO40sPQYAAByVwjJlEgsnwAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 3, 2 bit", .rgb, "3a76d15d65aa68b8c83b3dfc2774e50e",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADAgMAAAAirf1WAAAADFBMVEX/CUfQiEQQxhPUV7ctFn1SAAAACElEQVR42mP+/5Lhg/RsYjkAAA\
            AASURBVDWvBh4AAAAJSURBVAxDtgYAFJkDiwkUVBIAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 3, 2 bit, tRNS", .rgba, "4be54d2451156f3fd894cc0cfc65833f",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADAgMAAAAirf1WAAAADFBMVEUnJSRKJWH/37DDfLwfccu+AAAAA3RSTlMA/Pz2dNRYAAAACElEQV\
            R42mMI6mHeMOnrZeoAAAAASURBVDWvBh4AAAAJSURBVInlewYADpkDh9Is+oIAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 3, 2 bit, interlaced", .rgb, "dcbb02e6d90866ecb17544df417f3e55",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGAgMAAAEbrmzAAAAADFBMVEUnolgVIAumMTryBHlw0yFkAAAAFElEQVR42mO4wNzAMIfBgSWB0e\
            8TkwGTM76zuBAAAAAASURBVDWvBh4AAAAUSURBVNM2hpdbHZjn//rIWLZEDQCTUwqwC9Q4uAAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 3, 2 bit, interlaced, tRNS", .rgba, "f5edc7a2262ab5b1c4c2e9393c26c01f",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGAgMAAAEbrmzAAAAADFBMVEXxd+1ZUoS8Z9sPF4lnmyfPAAAAA3RSTlMAf4ixsqr1AAAAE0lEQV\
            R42mNuYGRgXsFUwMzB3PWb5RGj9Xhu4gAAAABJREFUNa8GHgAAABRJREFUHhMj037dAwxqLg4s1yW1AHQgB8P9GNjtAAAAAElFTkSuQmCC
            """),
        PNGFixture(
            "type 3, 4 bit", .rgb, "4eecf1a24aa7e0c2428410a58fffa7ca",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADBAMAAACt7Qj2AAAAElBMVEWqUsghxDqXWg7+ZQji/yGpqFBycwFwAAAAC0lEQVR42mMUlT/Hx2\
            jA+tXBSIcAAAAASURBVDWvBh4AAAAMSURBVP4PoyPLHX0AHmgEhGMpoA4AAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 3, 4 bit, tRNS", .rgba, "d533a906b62d2ff941a30d77143a35c0",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADBAMAAACt7Qj2AAAAElBMVEVbhdj753pa0xNJWb5jAJZqygWKrq4OAAAABXRSTlMAtv/rJittjM\
            AAAAALSURBVHjaYxGVlV/PGHzpmVv4bwAAAABJREFUNa8GHgAAAAxJREFUtQHTPz1WAQAhmwSJroAEPAAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 3, 4 bit, interlaced", .rgb, "d87a321c7c52f1a67782a86f534ef0ab",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGBAMAAAGU7plgAAAAElBMVEUgSy01KYXb7XN38tz7I8runaZLf88RAAAAGUlEQVR42mMRYWJgDN\
            nDwMSszOjy7h+zoRWLyEGmHWkHWAAAAABJREFUNa8GHgAAABpJREFUA/KMDl/5LrxlEFRyFHZgMjR+KMQAANU7Cs53R7laAAAAAElFTkSu\
            QmCC
            """),
        PNGFixture(
            "type 3, 4 bit, interlaced, tRNS", .rgba, "0a7439b5c1a1055f3bc943b53e980427",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGBAMAAAGU7plgAAAAElBMVEWgQEes1Xqsyn59nP5Da8s9SZlnQRkRAAAABXRSTlMAsQlqSmFvP2\
            IAAAAZSURBVHjaYzFkYGA0+sfEwujCosB8lylUiZn9OxNpOu95AAAAAElEQVQ1rwYeAAAAGklEQVSLEoNhQLCiA/Ofc9dF5BgNvt4R0gUA\
            tR4KpOLOX4AAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 3, 8 bit", .rgb, "f86797355369f33700cae1581baf2a89",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAMAAABoHeX3AAAAElBMVEVClECxfWXgV3v7/0Bwc0iccKa0YuN7AAAAD0lEQVR42mNgYWZhZG\
            BlZGBhZWI+PcuVAAAAAElEQVQ1rwYeAAAAEElEQVRmBjKYmP4x/mf+DQALsQMqn1TxBwAAAABJRU5ErkJggg==
            """),
        PNGFixture(
            "type 3, 8 bit, tRNS", .rgba, "dd91c6b98efd370d863024190de4b8bc",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAMAAABoHeX3AAAAElBMVEVlYPuIaFB2ZKlfz+0Ms1o+U7Xs7ygwAAAABXRSTlMAbUTaa90DmT\
            YAAAAPSURBVHjaY2ZlYmRgZvnPzMzAyJsC0WkAAAAASURBVDWvBh4AAAAQSURBVPQXyPzPyPSHgYEZACkDBB2cuUVAAAAAAElFTkSuQmCC
            """),
        PNGFixture(
            "type 3, 8 bit, interlaced", .rgb, "77337ad28c9aed63def542d372c50271",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGCAMAAAFRHnRhAAAAElBMVEVNXOavBY+Mnd4xHLOWqC87SrB++ayCAAAAGUlEQVR42g3FwQGAMA\
            wDMefs7j8w1AF9ZBtxEs/Y0szKTgAAAABJREFUNa8GHgAAABlJREFUCmoa6poFyr4M+h2RNfPo8tcrD7sfh4EPSgQ9y4QAAAAASUVORK5C\
            YII=
            """),
        PNGFixture(
            "type 3, 8 bit, interlaced, tRNS", .rgba, "ea408c4dd4011fff241b40efca459ec0",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGCAMAAAFRHnRhAAAAElBMVEWbYopsx2L4EJq48rzpz43Zl7ITE/qGAAAABXRSTlMADWT1JsQZLZ\
            UAAAAaSURBVHjaFcnJDcAwDMTAPfsvOLBk50UMqEJlv6DKtXCEtgAAAABJREFUNa8GHgAAABpJREFU2mARUjgBRsTLMzUns/6HFzLS2kJ8\
            AUWHCmSzCtlKAAAAAElFTkSuQmCC
            """),
        PNGFixture(
            "type 4, 8 bit", .grayAlpha, "ae0aba5c89aa40196e7cdef4288f9e60",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAQAAAD1yt1OAAAAHElEQVR42gEtANL/AO15szgRZBBU8CjP4D+vBI7nBiNSEoF3JwAAAABJRE\
            FUNa8GHgAAABxJREFUFV93bw9mg+NuBKNjrmaUpNPdKJbciv9PupAU76aWVOcAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 4, 8 bit, interlaced", .grayAlpha, "8f4fb56bbea7a2b022f87c9c45dc0450",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGCAQAAAHMyUzYAAAAQUlEQVR42gF4AIf/BKo72roAnDYBvkSs16o7AQ4qAFgER3AsigJcxlUULJ\
            cTG7jQBE06htO0eiZgACPu1cWsJ7WwACpF5Lf3L7MAAAAASURBVDWvBh4AAABCSURBVHMP7PtDAjdEkZPtnA5G8TC+XI6Dj8sfzgEoQjtR\
            V+F5XCZTVZhkYqgMfuYEIOH0Btf2yqpg2C6KPag16C2oYrQznauRelIAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 4, 16 bit", .grayAlpha, "729f5567de5150e218e63975826762a6",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADEAQAAAClWgENAAAAMUlEQVR42gFXAKj/AXTUPeBUo9al1nYp8NChzDdeyhzlBlWH0GMIcowCXY\
            fd/c3AQPm8WzSk9PoQzgAAAABJREFUNa8GHgAAADFJREFUIDlkFCGoktkedPZdWXpLKwHX/X2qHT/5knJTR+3ZQJbXR6jHDn2on6DwwPB2\
            oSUtPj2QRCwAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 4, 16 bit, interlaced", .grayAlpha, "0102e0ff446e31e361d63c2a6a374ce9",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGEAQAAAGcWZCbAAAAd0lEQVR42gHkABv/AoRjpnRyekwEBBNzlm8Crxt1rBjZFLUnIiDcAZQeO3\
            pRMaOABNVLu/j/lDmgAQ2oT2v+X8fHewnta2PQtJIvLfWXAkvFGq7WU1ib07PuRUe3/G8Ak9mCNW0/Bt0+clq7f9Wp0wToO2xEMreFVIIw\
            3LO+jH0AAAAASURBVDWvBh4AAAB4SURBVCj/sBu7BF3ge94Xr3epK5smWfGlHRtDPxYINT8Ahm5W6ZArjdv5oZekeAJEAOFwazi8ZYpt5R\
            7QqCLCQocNc+pFS4ZVu67JJR29uWoyqSIEh6hJq/hR5dHleC81hAEHloQZPn9uudkc2SMbcJD++4GuSdE3udFoz8RFOuUAAAAASUVORK5C\
            YII=
            """),
        PNGFixture(
            "type 6, 8 bit", .rgba, "c6896be31800e2a8e99bbe8f523c3f88",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADCAYAAABfwxXFAAAAMUlEQVR42gFXAKj/AqWyqKj1adGhCso/KtYF4w9HPrPPWv0FGSiOOKoCHh\
            iG3EHHGHa9mMXFFXOA4AAAAABJREFUNa8GHgAAADFJREFUhIATJccmUrHycl4dz3hheQAUajY78t95X0yW/xDp0M4yH6hxM+M5sGgHxxNw\
            7Y8oBZgtV6YAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 6, 8 bit, interlaced", .rgba, "a847620cde08b49abd2c3db0c2e239dc",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGCAYAAAFmwIRTAAAAd0lEQVR42gHkABv/BOgHE/Vrp8i/BLOZBMwEgI9sxGAIDv5d0RfiAesFEZ\
            VcV5kWA28Ky/4kTby9Ak7m5HwRLPlhxH/hFTzj5GKFmCaYAPnx44ctvp1Zw4MLhqHu1CMEzBeVaKt1pTuwMzMqlNx6+wCo8csxjV0APY1M\
            pcFkn+MAAAAASURBVDWvBh4AAAB4SURBVMrGEQ7cBDZCJZdRzf0fbDp/dQweCinAEQn+XL4j3DNnU1ljATuHs5zExgE4YFnCUXzjE6qz6C\
            4VqnQqckp4sZ3lbr2+MeGdAbiQ26KHMVsCcuWJpd+njgTZKJY3YjcRoc+6ac8gBcMnVSuZ+d6SZLYKg5YEKdBpyrtvSXAAAAAASUVORK5C\
            YII=
            """),
        PNGFixture(
            "type 6, 16 bit", .rgba, "0ada065d61de2a56ecd40feef8a493f9",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAADEAYAAAAPU8mGAAAAW0lEQVR42gGrAFT/AQiZQ3YP/KAUw0GfIRIzH31YAYsfMMTHeam/ovT6lD\
            QNmTzzaDqDinXZgGdptM7ruBIgTplu9d7SAaH68o0NYNOiIv0Pz/xiZq7yp9xfMPmDSqXB/+XYfwAAAABJREFUNa8GHgAAAFtJREFU1Dmc\
            exg2cmGKgI3BI8Pvz9TzBxpNfMl5VAz2lhVRBN3DRexc0VUyWQAwGepaaFQJKz/yh3PeZgipGGQm6FZ7/qpOfQ/bno2OxBnrrrKitt04cU\
            K/A2Qn/ZZT0Uc2UugAAAAASUVORK5CYII=
            """),
        PNGFixture(
            "type 6, 16 bit, interlaced", .rgba, "c1c12b33b903c09bda1b4dff5b1bbf92",
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAAGEAYAAAE2UFgQAAAA40lEQVR42gG8AUP+AUe+aj5Ko04amfpFHDeayvEChTkYip0Nj8YBb3TSlT\
            yX1r3yKWQunosts9FdaAjpcmGdACmxrIU2J+pWrvd4X/eme5wDtqvLG0gKAj4MasLw8hxFcAEo2j0ik1vKFE999xAXUgpWGwkRATeRHFlh\
            J/CxSCzoWzvaIHHkfgE/ADUpx4v/1mrRuX392hRmN+bwDnc/JT+GxmByZ/cEdRw1AAW0H1AJ50CWrX/3ONwGHV5ziTXp0zQPfEV6lw7qaS\
            kHAKo4tCYaqnVKDXwqNhXm5Cd5pjPWOOzH3WCc8L1643UAAAAASURBVDWvBh4AAADkSURBVFQr28coBKmOk4lV5BPmnA4Q7VU+6owKxbr6\
            rHw821cJ+2sUZEG7ZmX22ogpw1UuEQpIL8vNBzI981VaVoFkdDl874vV0Oriw5ynX6I5XQKw7x6/PbVHXfmXt6mQOjkWB2kgD8+RhS05xI\
            lH8G6Cvy0CIiaONQJ5T17Z3HF6TW+btyxZwWq8psue/SHk7btTYxS/hq3fya0E2XAN//hX0OppwDgwWgupaabC5BBGk7Z5L5lRNYvKEWKi\
            Kcz5sZOcSTp/c7Nxu/iaiykbTbh+2PBeDiKhVwA1CANsNQyu8VuJNOLLVGUBVloAAAAASUVORK5CYII=
            """),
    ]
}
