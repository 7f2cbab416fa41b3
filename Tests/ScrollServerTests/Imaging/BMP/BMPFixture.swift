// BMPs, and what Pillow makes of them.

import Foundation

/// A small BMP and the pixels that Pillow reads from it.
struct BMPFixture: Sendable {
    let name: String
    /// The file in base 64.
    let text: String
    /// The first digits of the SHA-256 of 13 × 7 pixels of red, green, blue and alpha.
    let digest: String

    var file: [UInt8] { [UInt8](Data(base64Encoded: text) ?? Data()) }

    static let all: [BMPFixture] = [
        BMPFixture(
            name: "1 bit",
            text: """
                Qk1aAAAAAAAAAD4AAAAoAAAADQAAAAcAAAABAAEAAAAAABwAAAATCwAAEwsAAAAAAAAAAAAAS66NAC+fogD2mAAAuggAAPsoAACy\
                0AAAAwgAABogAADQ0AAA
                """,
            digest: "8acf6b4a4fb9eb3d"),
        BMPFixture(
            name: "4 bits",
            text: """
                Qk2uAAAAAAAAAHYAAAAoAAAADQAAAAcAAAABAAQAAAAAADgAAAATCwAAEwsAAAAAAAAAAAAAV9eaAIoOZABR4VwAcFwVAPFzVAAb\
                RDgAolz3AGMS1ADus8IAJGh5AL8AswDPjtEAOr8SAJowlwCtlrQAQtbRALXrpFa/ktAAUPio6buL0AD4srGbj4mgAPifxDxfpSAA\
                XbQdlOXvoACO1BH6ZE0wAJUkn1EsF7AA
                """,
            digest: "59e58de23b75e97a"),
        BMPFixture(
            name: "8 bits with few colours",
            text: """
                Qk3KAAAAAAAAAFoAAAAoAAAADQAAAAcAAAABAAgAAAAAAHAAAAATCwAAEwsAAAkAAAAAAAAAxfPIAGSX7gAhmwEA3ZLxAJ9JVAD0\
                /qkATtkYACN1iAArIA0AAgAABAgHAQgDAAYGBwAAAAEAAgQECAUECAAHBQUAAAAEAwcAAwcEAgQEBwcIAAAABwABBwMEAAIGAAcI\
                CAAAAAYCBAQHBAYABQQHBAIAAAABBQgCBQYGBgMHBAcGAAAACAUHAgIGBwMCAQUABgAAAA==
                """,
            digest: "541b1027db5b7cdf"),
        BMPFixture(
            name: "8 bits of OS/2",
            text: """
                Qk2KAwAAAAAAABoDAAAMAAAADQAHAAEACAC5Em5cyiAxEhBfZ2QU+vayANrwmdul7uwzYk9RJL/F8E2COI5SkngQ9hCwvKEeC+nx\
                Tzymleh6UxFmDHYozbqfXu+5kCLvU3tZahbcigPsH+fSVhcRszAkefsv8Rt8Gf7LHhiC0OScGhNjW85gdyugNyxSJm0I4bf52MBD\
                Bp3lcjtHn/cshs6gQ0Ip8X0r232NH/x/GGaSvzIk16DCAJJDDuJJCRjaiTbDQqQhnFZGhv6lkhEgDg4+GUK234QIdttAuWeptwZT\
                UzCJV0nk3ts8qqLkdOzeV+IYUvL7ADVA1hpqABB49rXJ7W5njWabtnu7tH8f/c2ySUl6+sMTMFbLMpBmpfTwLmXABTVexwuiDZ/E\
                88zmH0vVuQppkZInDSy2050HjHgkEy2Zs2r3Lz16r9jJAcfBW2qkxaU3v38zbJaciSdVJ9NecyDQ1XbZ932a1o8rqV/XD0w7l17e\
                YaY0qScf+EYlo2DvxHX0MwBjUDkvq028NeGlXTS7NCFkaaW/WOoqfc7uwAI8v0MB/cOvJPuXCDv1tWSvw0iU/y04l9CsIN0ZcNd5\
                iiVKijH03VzFfS/ntkIqAki4CAqA6sQoG29j4gbxK47wCxtRyd4SbgzX093BB1WtS5th2Ce9bsnXYYpH8LqSAT9W6iclwxLRTGQJ\
                /KLqRe95J7oPB17bK4hDvqttTZYukTg2zL+bvPTje0eGCAbFRHn2HAQHbNZ3eJ0cehPFsQqY4eY0P72Nx8GaVSflHGzHMpm/0Ubp\
                syD9AWroFR4tO69Jv66GjfdJP4aADIHGVX2G4FpGGrU/BOkW/RQN0jzT4nE4IC8VIuubI4s9z5yE6JiZAKX+7sJPboahaeotTLQo\
                2eDKWWRH+1bksAhK3on8bnpW1oCgljdkhNm3h/ksOzisMTSRWxnEWKuFM9GoMZ8glazS0SAhmiNcFDDQNezVJHPXDZQ3pbkm7sI0\
                V306MCrC3zqLnOjbFGtEw1xipiRHnBvunOKCkVWD6fDOMkRn6jTjd0R/VS1HwLV4lKqyxcFFt5fdAAAA9aU3D8QbTdtyOyr7bAAA\
                AMdbQwmuKxIuP+h6x+wAAACWTZRwhiB4gpFEeL7oAAAAPMxEBd0uofr6tL8cRgAAAExdXtNSIm0WN8Ikjx0AAACq2yPP+Rk/PnA4\
                RJXgAAAA
                """,
            digest: "841f78de89f3fbd6"),
        BMPFixture(
            name: "24 bits",
            text: """
                Qk1OAQAAAAAAADYAAAAoAAAADQAAAAcAAAABABgAAAAAABgBAAATCwAAEwsAAAAAAAAAAAAAL+fTZM/aP0Mg4KUTnLrXN1kE5Emc\
                FTcYIimWlZHddhHd6ZdSqsruAG7im03ZjuYkfJQumiXAldMxUbHZLa9rtjXspjL+pxLnHXSSnofrsQBNvAMdvfSH56jTV8na4Qh1\
                9ZY3JPdwKqAwKabQWaSzFZ4/KisU+fAAb0PO5kvRDYzpZ4gvd9jV42Fnp4AXYlK7MN25SZNdA0zZNQPupij5AO0HYWE2WOrg8PSU\
                JgzuaArjZyGuZjO9LVhwygER2x2ZYMfIVTrEYAAHUf0A9+6/FnQB9T1nVld5zDTF1XWMBWh4Ir/enHIwvuMfhQFL2R0A5IPtU/Y1\
                mIC2Gj5pDKz2+pCqHZNE15bUvUGUYxAA+VGf1ZDX7K6nAA==
                """,
            digest: "54a6764bde863ae5"),
        BMPFixture(
            name: "24 bits from the top",
            text: """
                Qk1OAQAAAAAAADYAAAAoAAAADQAAAPn///8BABgAAAAAABgBAAATCwAAEwsAAAAAAAAAAAAA7BNau/KjLTjgi72uO8fN5odCSuq2\
                jlxY0gTNoYJjT9/oPJLBEmNjAM98/w06nDKtrLFTBhdk/xCL82gXcqmgcbzpCBA+YjefPX4hOLOsggDSVoqcIchZe/sFnPB2HG/E\
                MZD4EoUB6ks9KX6jvHv5AwCkybSiiW4Al+dMBGV0ApotdHlpxG+QRmlWPPlx4JyCKF/uMLHzB5oHVFGfwo7wAKxEY+RjNAr/XJYP\
                ZYpSjcyKKLSfOXwKdY/B4oMi9cr4TM/0H8sWZwCEqVm83FPEdh+QdNX79Vrv9vvienmlcEsrPuTvBUsH+Uc5FyHa4V4APQqq361y\
                U/z8pRmjBP8VaGGBjph1e+Mi/vR3qNSEbrrfAKE9THmhAA==
                """,
            digest: "80941a0303705e87"),
        BMPFixture(
            name: "32 bits",
            text: """
                Qk2iAQAAAAAAADYAAAAoAAAADQAAAAcAAAABACAAAAAAAGwBAAATCwAAEwsAAAAAAAAAAAAAnogR08ZwpEBMBmfhZBgAv4P9/Pwl\
                5yeiWBUgC6YxOvIEeewNecCzOhQ5ZPCjinG67Wt4Yrz/CUfQiEQQxhPUV7fq9frXdKez89o9DQti5Eeop9IorYvHJj8nJSRKJWH/\
                37DDfLxhYisRkcrxeYYmNyo10Da4RP7XEvG+pIM+Yzr+QiKykEF3GsY4Q+UnbuEmiwEza3Te/po4dUf4/KdXdhfrp3Es/reYLZpL\
                qPlU8mXJ4IoNYzbVUAqogg0Lt986cF6jk2jKUkb3k8vopIehqbn3Ou+YJOyluHwlj76dE7G+sFdzw9K+iNfScFwPrxYwZNrzOttj\
                vXDKORLBoXSyUNOqjp/YODV5x2Lyu2dLDww9z9MF76x3oPyEa3T594EjiCuV3RfvG1gZd9lMarN4INtccuT7RONTkni1f5Y19YE8\
                iRZJNTPgmUpxoqZeFtzZxAE6hMgsMQOgne5HTLqbjirf2gPo9Z7zMp0mfQ==
                """,
            digest: "fde4ecaa2812b1b7"),
        BMPFixture(
            name: "16 bits",
            text: """
                Qk36AAAAAAAAADYAAAAoAAAADQAAAAcAAAABABAAAAAAAMQAAAATCwAAEwsAAAAAAAAAAAAAHwAffP8D/3//A+AD/wPgfwB8H3wf\
                AP8D4AMAAAAAAHz/A+B/H3z/f+ADAHwffB984AP/fwB8AAAAAOB//wPgAwB8AHzgA+B/AHwfAOAD/38AfAAA/38ffB984AMffAB8\
                AHwffB8AH3zgA/9/4AMAAAB8/38fAB98AAAAfAB8/wP/f/8DAAAfAP8DAAAAfP8DH3zgA+B/4APgfx98AHwffP9/4H/gfwAAAAD/\
                A/8DAAAfAP8DH3wffB984AMfAP8D4AMAAA==
                """,
            digest: "2bb4c08438387755"),
        BMPFixture(
            name: "16 bits, 5-6-5",
            text: """
                Qk0GAQAAAAAAAEIAAAAoAAAADQAAAAcAAAABABAAAwAAAMQAAAATCwAAEwsAAAAAAAAAAAAAAPgAAOAHAAAfAAAAAPgA+P8HHwAf\
                +B8AHwAf+OAHAADgB/8HHwAAAB/44Af///////8f+P8HAPj/Bx8AAPjg/+D/AAAAAP//HwD/BwD4H/j//wD44Afg////////BwAA\
                AADgB///APgf+P//APj/BwD4/wcA+AAAHwAAAP8H//8fAAAA4P8AAOAH/wcfAOD/4Afg/+AHAADg/wAAAPjg/x/4APjgB+AH4P8A\
                AOAH/wcA+AAA4P8A+B/4APgf+B8A//8AAAAA4P////8HHwAAAA==
                """,
            digest: "cac000fbfc16dbde"),
        BMPFixture(
            name: "32 bits with alpha",
            text: """
                Qk3mAQAAAAAAAHoAAABsAAAADQAAAAcAAAABACAAAwAAAGwBAAATCwAAEwsAAAAAAAAAAAAAAAD/AAD/AAD/AAAAAAAA/wAAAAAA\
                AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADKPyrWBeMPRz6zz1r9BRkojjiqw8ouhDYw6RfH\
                YgTvWoX2NA5kBYBMb2M29waZIxRqNjvyr3V77mn2nwcYFO82ky/uxCcgKKWZkw4s5DPkcWBvObHJrFotm4tDRKsFnqWyqKj1adGh\
                CnTynxiQNdNLCEt2NKEPQrMNT5OCCxZtBoYDPlrpt3+pGKyhXN+uKf1gVxVY8pbL4sbMrFwd0RqVU1pwjmzttvChjmjXffR2Zr0/\
                U4YaA7nzqUm8XoSmSxqUO9ZYE5bT7uXeR/xyTF17muRzahsP7IEk+0MUVkgjV5mRav16XfvchU/F761lVRR6YZQjFplcdD3IE548\
                bgjMJNKrNUbxML5cjoOPyx/OXMYj7lUU1cUsl6wnExu1sLjQKEJjk7p0M9BZI667Eh26KTgPvkQqRVWBW2N5wttf6sVtItsew8wp\
                YP+V3IeAofchRjiqO006DirTDZw2h4cOgq3nhPU3RJGT7ZwO
                """,
            digest: "e8e03b92fd8d93d0"),
        BMPFixture(
            name: "runs of 8 bits",
            text: """
                Qk2OBAAAAAAAADYEAAAoAAAADQAAAAcAAAABAAgAAQAAAFgAAAATCwAAEwsAAAAAAAAAAAAA33lfAEyW/wAQ6dAAzjIfAKhxMwDj\
                ObAAaAfHABNwswCDLegABxP1APnx4wCH6wUAEZUtAL6dWQCzmQQAzMODAAuGRwBcqqsAoe7UACNTrgDbtDYAQiWXAIcPIgC280kA\
                oSv/AGerVAC/eLQAUhs2ANcuTgCdKocAsZ5lAA5kOgAp1E4A5uR8AMUIeADvESwA+WHYAH0dKgDEf+EAFYiwAD6DPADj5GIAHMpO\
                AB6FmAAmmDgAYFnCAIncPADVM48AJANIADmYLQC6gxAA3ldoAH6bFQCZXzgAFlHvABO42AAgboAAj2zEAKjxywAx5AwA00iNAF0A\
                PQDgl3oAwo1MAKXKuQCBejYAxhEOANw9aACRpKoAReJnAGiDygDZDLcAujqqAHCpzgCJPXkArXdtAEHCagDE+DEA9ONTAMnCWwC2\
                clcA3YExAApVuQAIQw8AoMviACG/IwBtUYYAzA9LALplAgCFRD4AaTkvAFC3pwANofIADdPDAAEJOQC13TkAvFqxANXUzAA7YvcA\
                uw9pAESEYwBfWX4AN2koAPoxUwCQAxwA2poLADQAEgBYgg8AsOZUAL3mmADUfEoAWnZHAGpKTgA1x/8AaimsADbquQD9FDcAhRid\
                AI/wdwAlhq4AePd7AGBnBAAc4K8AgRipAJNVEwBFo6oA/U9dAFY5pgBYanoADE7yAD06WAAhCmwAS3uLAODHBgBbwmMAZZQoAD2T\
                ygAFHwkAQHc0AKrUrQD33B0AkkXhAPBzNQDTD/MANSnYAEWX6gApLlUADdlZALGSWgA+WjoANlZ9ACW+3wDhWvwAOXCAAD+JMQCS\
                VwcAdzxHAKvE6gAWJSIAEl1vANI81gCqtBoAdcohAGN3DQAqFeQAYTbaAAN5MwA4x8gADp++AGDwKwDHMp4Aw2QyAL6KKgCbkpQA\
                00F2ANqJDgAyZc8AsP4xANvqcQCi0xQAkvSrAAnmSwDgDFcAwDtqAJltIADzSjgACzeVAPoT2gBoTXwAA3DdAODg0QCg+hEAQVZS\
                AGsVdwDeHQAAoCmfABE5jgAqOPwAR4rcAPfY5wAJ5BcAWUc/AIrh/gBRKu8Aty6NAHR/KgA7pwcAKlgsANb0PgAlJzoAX+iEAGIn\
                HwCLG0AAoFaiAKq76gCIBWwA1uzFAOavtgCmTIEA5AChAF68gwAhf+gAZ7b3AIRzBgCBAp0A07BWAHq1bAC3wo0A/iEvAItGNQD2\
                OCkAJ2PhAO95JQBCUqAAU6bMAHGZRgCmnOoAYlH7AOHtqQAySqIAooOqAKBoJgCd9OAANd6IAKYnVQCmo0kAGw9WAMey0gD/p9oA\
                USXjAK0bCgAALdAAT+aIAF16uQCtYU4AdImuAASUAAOk+7QABicAAALlAAVSDrRo4QAGOQAAAWYABS8t7kfMAAevAAAC2QAETFYr\
                ogd5AAAC3wADyy2VAAguAAABPgAEn3Pjvwj+AAACqwAEpR1S/gfAAAE=
                """,
            digest: "a8574c1760de1f36"),
        BMPFixture(
            name: "runs of 4 bits",
            text: """
                Qk3IAAAAAAAAAHYAAAAoAAAADQAAAAcAAAABAAQAAgAAAFIAAAATCwAAEwsAAAAAAAAAAAAAVNglAGDZOAAkgW0AINb8AMbZ+wBk\
                I2EAa5CiAA7mhgB2A9QA3XACALhXLAD22pIABnpEAEBcrgCIR/kAPy+vAAN9AAX/kuwABewAAAFgAAU5nJgABywAAAMhAANSjgek\
                AAAE+gAF0ZHmAATdAAADDAAFNrWKAAVnAAAClwAFLjlGAAZAAAABjQAFf/KUAAdfAAE=
                """,
            digest: "b092e7a010d17979"),
    ]
}
