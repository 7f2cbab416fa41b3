// Small WebP files of every kind, and what libwebp makes of them.
import Foundation
import Testing

@testable import Pixels

/// A WebP made by cwebp 1.2.4, and the first half of the SHA-256 of its pixels as RGBA, as dwebp gives them.
struct WebPFixture: Sendable, CustomTestStringConvertible {
    let name: String
    let format: PixelFormat
    let file: [UInt8]
    let digest: String

    var testDescription: String { name }

    private init(_ name: String, _ format: PixelFormat, _ digest: String, _ file: String) {
        self.name = name
        self.format = format
        self.file = [UInt8](Data(base64Encoded: file) ?? Data())
        self.digest = digest
    }

    static let all: [WebPFixture] = [
        WebPFixture(
            "lossy", .rgb, "847123d8e53f4504fd44e2c4749769f2",
            """
            UklGRtIAAABXRUJQVlA4IMYAAAAQBgCdASolABUAPp08mUiloyIhMBVdULATiWUAuy//BOYIGjpTispSpEecKnpiP1pcFnBLAF61AgAA\
            /R+EA97ARzJTqY9EhDl62Ct09j0tLSGtYc0QIkIolOC4qxdy3s4bJcIJXnaxeyVOX57HobR1jD9z5ihRKZKKz2zFTHD/0DD5gmsIkiM7\
            H9xQlo9Mv4YO385jUMJ18qOpFa+HxqNFtU/DoAqe98HGvrv0JN1P+WPKozuP3F0o/LEQD1DyJCfQS/xngAA=
            """),
        WebPFixture(
            "lossy, segments and strong filter", .rgb, "82d99b3a3250ea1bc33371839bbf08a8",
            """
            UklGRo4AAABXRUJQVlA4IIIAAADQBACdASolABUAP22KtEa/ryghsBVdU/otimkArwxOpiLaCpEN29lB7Dw48dryYADtBytDYmGJiowy\
            L01YIVAwQ8xEtinR7xJy07IPbqY2ChlAX31wcb/+NOBFo4UqrQPN9zi7fZnArh6xvhIp0jrpikgStC3rr90bmhSQefJ+iMAA
            """),
        WebPFixture(
            "lossy, simple filter", .rgb, "2566eca8b4782e549e8e5c0343218d7a",
            """
            UklGRpgAAABXRUJQVlA4IIwAAADSBACdASolABUAPxFwsFEsJiSisBVdVYAiCWUAw3BOpeRcFvzBOTxHvx53rNoUUAD51rUoPT9IOUSb\
            Pe2b7DoxKWYQggtFoknCwhXVntu0m3x14DcEWQW/afP/GZmuusDRUALFb6aP9bBVI9i7rNque6tpFkxD2z5bkfnaC3njwFxg0UsivHGs\
            e7SwAA==
            """),
        WebPFixture(
            "lossy, even size", .rgb, "5b981066aa53e08ac90be9a7bd83dfb4",
            """
            UklGRp4AAABXRUJQVlA4IJIAAABwBQCdASogACAAPrVUo02nJKMiKAgA4BaJZQCkhbLEGtehVazsSUFrIu9DNeoaaJQuPp5cAP0aaiDT\
            mMHi3geW0JW4EbHOrjFxO/Y+oGpLU/4ATKOfwfIiTZH7D4IPmlj7BlCssBTTQcGIDEGSen7i5FvdtKRk/r4d30VrslWMyjKHyGPSomrM\
            iAaaJSvnWKAAAA==
            """),
        WebPFixture(
            "lossy with compressed alpha", .rgba, "6b8b6f880ad0db219f1a0831f8a41afd",
            """
            UklGRmIBAABXRUJQVlA4WAoAAAAQAAAAFAAAEgAAQUxQSMgAAAANmS5E9D8guZEkR5LcY3+rv6b0WKcfEyJiAvLtZDDSaGakGWiiVzoT\
            KAIemAPpKMAc6AgAdOboAKMj5UwgAMocAQqAKAAg/KczAM4cZSIFOpMjQdFRcDARImTOIIoCBJECRUeaBFCSoxcPIZHyIhGizDlz9FCU\
            zEDASJr5RpJwJMxDCDDSUZIAQEbBBErOHCFCoIkQ5cyBDqAIigToDB5zoqPMUTAAzgQ6UgCdCSAACCAEUCIgM1EmSBQgmBwhUeYIOgMo\
            CuYMAFZQOCB0AAAAsAQAnQEqFQATAD61UqNNpySjIigIAOAWiWUAtsgPwWi8mtQYDHztrgmQ90eAYAD568F4rPEtKiPRwTHIi96bHO2p\
            jzthybzmlqWd+5URa2pvW2egVI6/JGBEA1XDJAem+Pi6SA+M4Y8D32cn7+4ULHAAAAA=
            """),
        WebPFixture(
            "lossy with plain alpha", .rgba, "6b8b6f880ad0db219f1a0831f8a41afd",
            """
            UklGRioCAABXRUJQVlA4WAoAAAAQAAAAFAAAEgAAQUxQSJABAAAA8+jc0sjAubOvrKusr7O4v8jR2+fy59vPw7mwqKKdmpmanaGor7jC\
            ztrm2s3Btamfl4+Kh4aHio+Wn6i0wMzZz8K0p5uQhn54dHN0d32Fj5qms8DOxbeomo6Bdm1mYWBhZWx1gI2Zp7bEva6ej4F0Z11UT01O\
            VFxmc4COnay7tqaWhndoWk5DPDk8Q01ZZ3WFlKW0saCPf29fT0E0KiYqM0BOXW1+jp+vrZ2Me2pZSDgoGhMZJzZHV2h5ipysrJyKeWhW\
            RTQjEgYQITNEVWZ4iZqrrZ2LemlYSDcnGRIYJjZGV2h5ipussKCPf25eT0AzKSUoMj9NXW19jp+vtaaVhXZnWU1COzg6QUxYZnWElKS0\
            vK2djoBzZltTTUtNUltlcn+NnKy7xLanmY2AdWxkYF5fZGt0f4yYprXDzsGzppqPhX12cnFydnyEjpmlssDN2c3AtKielY6JhYSFiI6V\
            naezv8vY5trOwrivp6CcmZiZm6CmrrfBzdnl8ufb0ce/uLKtq6qrrbG3vsbQ2ubxVlA4IHQAAACwBACdASoVABMAPrVSo02nJKMiKAgA\
            4BaJZQC2yA/BaLya1BgMfO2uCZD3R4BgAPnrwXis8S0qI9HBMciL3psc7amPO2HJvOaWpZ37lRFram9bZ6BUjr8kYEQDVcMkB6b4+LpI\
            D4zhjwPfZyfv7hQscAAAAA==
            """),
        WebPFixture(
            "lossless", .rgb, "0dc06dd7024306e3b667d75cdb97be52",
            """
            UklGRoYCAABXRUJQVlA4THoCAAAvFIAEAA0oaNvI0e3xH/6A/0FE9D9aRUTQe66c8xfvAAMFjaRG618ttPwghG0kSXGaH5MAyD8uTJBk\
            yqYUtG3DQu+v/yEE0t/uzd2xAJXVZIMBRv3FaoDAYDOKgm/hAADIsW3JkZT/I7LUCLQGF5ODD/tit3ha6xJZEfG3IbFtJEmSpMje//y3\
            9joCYts2giQpWXwx3391e3dRxJvnv7AElPr6Xy9/9oCTVvgt73w7nCLd8zspLrtezbsolUKATlB4ZkQI5//51zZw+YvrZge/e+E1AcIB\
            Gja3z2A1iRQDiiTRRRrdWmcI11QgxGhaNgiRA5EOB6G0YsOKxLl17n8EjzwAhGcNqgFDqxrhEE0B3HBDDNkBTSwQMHhACsChURtShRNQ\
            gpXLYhaRmznGwCTx1NQqtGb0rfwpC0Nx2Dfc+MzqZNlCLu7aiQGhZjm01+/y7T/PsLGu22SFVLCu7SyiKBhJa9Zyddjgd7uNnz4cCymg\
            hIqZ0gAvNN8FUCjUAjHx8l9vPc9QVmJs/d0NJkCNVFELPLFq1FSoTfaKKVvglIfZzGaPWWRtX+oSknMY8+OwRZVchwweHvLXNfwdNsmO\
            //SaK2bdmD9DjudfNEdDhpur577uI3FRVhmNgBq9I7XhyFE6GZ6UK8BKOKaHxKNGcWqRKAQMisOmo8tICYhVygHfgxM06WOQOcyiOOKs\
            TNW1IxuZTou6mrg3YFN32aZwkQaVUyQJiU3B+dKjRq1HfCpLwxQkgtv1P7Aj7f3t74iN7gbuEHJ5ngF+m3wynJsTR7+J/8pavU2BUE5N\
            oTwDkhxbdr7FGYElksZJnLgoLDoxIiNqM7UIJHYi
            """),
        WebPFixture(
            "lossless with alpha", .rgba, "3939aa0ec98a8979799cca144c208ae7",
            """
            UklGRigDAABXRUJQVlA4TBsDAAAvFIAEEE0ABDHg/9hDRP/TCwVpGzDzL/hPiJq2jaB+44E4/pgOSHWTgrQNWLS//gcB52859bs1rgC6\
            gORIkhzJyazq7pldA+fsizf+gF5QExJwzjmGdVelGhLbRpIkSYrY9+78N/aAyoDQNpIgKane3SPw/JF+d0FsJEmRlNnzDP4byrSd8fTj\
            7z3JR+o76Gfo55N//X70Oz87/Hb4X5jrt0/vxIOcrjfS2y133+njaB+tfXoML9f1WfpOiAORdY5wApshzXROubLl6h72wCAUd/pe+h7G\
            i4T52+O3CnyDhIFRzNnlLnPw3QIgQOVClwtAQwFcsNOQRmcjPNuPVAUfGBDXQ50ykcZcrKgGkgBMpDCVe1RqbeeM6HAXk0d5n5xBg5YP\
            PFmOFCpngkYCEYqJchEgcUbCloi7kQX4DVq1xZJ0NXBcQmWsIir1AB8DHqPRX8eE0Wc4nZXgxPyhTZE84khmyxHCfiv7J+xpiTKeOOho\
            jDnG1LmxvKRO5eD6553ykSwwjXeNsnzu9y/2m1wP/lthhI7swTpRzWbsom21DCKq/PtpJGgGrpqE0b9kfx/XVfz/9OnVjkl6W3Gic4hi\
            GpGC4iErPtoLBrkBQGBkiLP/2pWPuerxt9AbxDMf52YHgkAERoJs7sgqHgQhkZKQjOJkHtJ6gtPl9nbyP8i16/6XJNgWOp0yhIcGLT0k\
            lKlHMZH1V7XRuc13Dr0Z7tntdYb/Xq9v170wS9OCmcUICT3M3Xo0lPRgZj49fKnO8dzHWck50O0o5HJYkY1kbeQYR5nUAvi4ew0U5MXk\
            cZBxajKCHl+tRjQIFrCuyxHq2swxVwSFPHgiTjNq+589oZGpMsMymTEEsxFpYydtt5sbrG6skfQvdsKnEEuxWuuGRedg1OGFRgLH4iok\
            TU0hjUsp20+OJkFldMd97kZZY/FQdjVZt74uc/KChHj/5KWW4LPu7SlUKRi1Zhvy23vlZKgdGTon1mHsHDw11tljSrBYXjPJLIRMFgZ7\
            wtLz3cuJ0ycepiiJmnqZaDZE8SAbeEdP4pa61G1JsbkyTDMA
            """),
        WebPFixture(
            "lossless, 2 colours", .rgb, "3ae13e929b81fee08146dafa46069df2",
            """
            UklGRl4AAABXRUJQVlA4TFIAAAAvHIACAA/wkf4j8JzTfP7jAUxra28SqoqLovscdogG39mgI9kA2dmg44nODhw8Y0X0PwjFSpfEPMsX\
            2Oy3Yr0uYs4n1+tmkClFbeTJv/1AQrEC
            """),
        WebPFixture(
            "lossless, 4 colours", .rgb, "25e7c4c9636da828fc4f8ff8e8b7781e",
            """
            UklGRpoAAABXRUJQVlA4TI0AAAAvHIACAB8gECD+x5QQ4URIQPyRvDXUATVtGzB/OoCWfgnMf2zbxTDgtta2Nfml++dI5Z76PykFhy3C\
            Mozh9oWOAVx+qbIGKTlZI6L/sWQqL+5HvOS1KERM0XCnxLGiXFsA0COzP9uAfSXdLvOceYM681M4xQIvWZsVTYpNfhFCGBRNdz9xruis\
            tWqIewQA
            """),
        WebPFixture(
            "lossless, 13 colours", .rgb, "4a370679a98c857a603f42ee4d351e47",
            """
            UklGRvgAAABXRUJQVlA4TOwAAAAvHIACAGegNLLVaAZ1W+rG0wrySA2RqSONqAkANHmRDrQgOTnmFmGnB1ATyVbzM7mixr8JDGCDMkpg\
            5j+MZf3i6oc4nOTJfD5MbyS+GrAqZQnXdTZw4mx72/zdC1WBZp0HCIsMO0y7UKn18y5uFfkAVcYFKv2mprlAf/lUcQ8R0X+Fadsw6TT+\
            ZDabgVFIUrzemidxrM5ZirXJsxYA2A0S+8NafesWGKt0HrmtyPesVRusOI3ml/Q2mw3mFBo2HxaDOBVL0ZhcXtuIWLng/0x9a2NeEcvI\
            mvwLqopcSMUlmmQJzrkg/bThPBPrIQ==
            """),
        WebPFixture(
            "lossless, 60 colours", .rgb, "8bcdcb05fc90aacf260247b167d8fd8e",
            """
            UklGRgwBAABXRUJQVlA4TP8AAAAvHIACAOfANrJtJV8K8PRHPxSoklYYQq2EDpzM3fpgGgBAE/bMVBLNBzzCO61mq5fsvWcExwEAoJDu\
            7u4cgQ3YwABGtUM+zdDczX8svl4QwvEmVH6TtPTXtr5klOMmdIcS7fS18NXqzkbRfzKhgVJUbCtEcqrGhObOtP6txev3EqtbOPR0ogpM\
            YIgHeYQAg0aSFB3zM4N/n383u28hov8K07ZhGkwGveQCve+7LNMwHM7IXc33WrrR95YmSruPVMbsg3hBNQF/LuCDQLbmXXX7LJAYGM99\
            EM8EGhDWW9c0UTi3TxxANQF/HuGDwGwjfOvtgMTAeBBP3BzIIKy3fgIA
            """),
        WebPFixture(
            "lossless, drawing", .rgb, "e0463ac65d58e462bc2adcc128ddfb3b",
            """
            UklGRowAAABXRUJQVlA4TH8AAAAvP8AJABcgEEjc8qcYYxIhQdL4P8tNJrFgojrigLrmP/6kgNvadtvmEyVHwT6K02AOVSpx/poIcuwj\
            +j8B+MlG7RlJbTlJSodxNizRhodzyUdxURAHwGwWVmhxF/wYr+Rf3BU+xQotUMzKM3lwLvkALFDRTGbHg3SMpKJtVPxOAA==
            """),
    ]
}
