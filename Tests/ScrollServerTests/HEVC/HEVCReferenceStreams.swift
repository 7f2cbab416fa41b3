// Streams of one picture that the standard's reference encoder made, with tools that x265 does not have.

import Testing

/// A byte stream (H.265, annex B) with a checksum of its picture in a message (D.3.19).
struct HEVCReferenceStream: Sendable, CustomTestStringConvertible {
    let name: String
    /// Parameter sets, one picture and its checksum, as base 64.
    let text: String

    var testDescription: String { name }

    /// Made from generated pictures.
    static let all = [
        HEVCReferenceStream(
            name: "PCM of fewer bits, without loop filters",
            text: "AAAAAUABDAH//wCAAAADAAADAAADAAADAADwJAAAAAFCAQEAgAAAAwAAAwAAAwAAAwAAoEIZ+2X7kSd3u9sgAAAAAUQBwZCRgRIA"
                + "AAEmAa8O4B8h74AK0zz9uqJyrbwXwCheLI0QuM78PlQ1l/Qh23bUAeECgvwb+drno/aZYixW1H9uzcLZii8ji1YKT//+lGKuipEa"
                + "CbR6d2erD51fHmqf/w0isSXMpIRuF2Jt7KU/bM0ou6vLhS2ZQQ571u6kCBHHEoiL9GecG0ToEkXFSezCtQbUxDtNnajaqjjeCFTs"
                + "8Xps6FcSrf3WfKEaf/4oCfLCr/nDtXbYR3zz425ip2b3+ZeU1wkLZMy0O2tnnAv1BcLGdW9mAQr1Qa4zp0A1xiPMJkUNJtNTbU49"
                + "GedvazNvN7VqoxRe/tvBHP4LhodUb0RCRMo+EsrJsl6kyavwGNDgaqKcwWPtQCy2ooBoeAPnsRrhuvl+Ax9W4ZiXGqkIhZvIaTuk"
                + "2S9nWhCqljlzJOWxSEIIF/Z9gH32MA5oihLXmpgLhZyMHHzFXKk482impq+b9/i1wXJLwOpTcMAOuhZ3k9Ty55O2ZM9uvijyMZzT"
                + "bJy0wLKv8sGsZ3EqZBcC654VA5vzhiSUR5RB4QAVUIGamn9VUY50qp4riqLh+jJZS1w4wn/3B758g7VGLanCXyPxgAuhQfVJUA4d"
                + "vtZtDX9eZCPgc9mqa+T1/bwOJhv2nTRgI0sTq7KwQL81FvrNd7n/7Tpvqnrkr6+Nn7kqyJf4rEMkm18wfiGQASLi64Pafa89SeHg"
                + "MkllKZ/hhfZRLjTtaher98cJW96E17NGARVOgaKeRX3pBecg8T2hBT485/6ZTherr7MRyyjwGacS1GtO5XXl8DoGHPEuRhR8u1+u"
                + "pA2VyzhimsV95x18CFVt9r/HU5w3BtySW7vFc9uNjF+f1TP529w9SaOlHW9mwE1aye8g7IGoWnctxLycteBL5BJtlanhuq+2fpxg"
                + "zAVEynrHDo1+ml0JN9wLG0LvVdceJKaVfrS4ZB2BUOQeALqwDSUQNjVa/DYPXOipu3iZB2EiVcO4lICjFf7435x25pEyOV0onBo8"
                + "dthZ7BH62dvUPugIgJto9470G0XgPUUwjVw6iCQrZsOXsI5dLJBy+0ZlZZoLAZ2e7ea5ymO/FpoDzlicE+FCQYUVCPpvyQkobyW1"
                + "xcDzbtzir5IZtzxrD5eL1DASi2pfCwVw9xVQ9+r5Iha+6EEDsessIP1syMXM6euSGDprl3vtayy45FIReHc6HRW0v3Hm5LlSFqqJ"
                + "MvI9CurO40H5XljHfnMF1bdy6JTPr/6/NpIKna898QZHr16GlXGcnA+ZyVDBdfMy7kNch8vGjOclmlaoiCxMrs2ESRn4bWUu0PR8"
                + "vTdexvE41m39bDzEgK3An4FNBGSJRFH5qcllypoVCZcUSVrbh3a5EH3+6mZYJiyNPpC4/7IDxHGAAAABUAGEDQIAAYjQAABj2wAA"
                + "ZXyA"),
        HEVCReferenceStream(
            name: "PCM in 4:2:2",
            text: "AAAAAUABDAH//wQIAAADAA0IAAADAAADAPAkAAAAAUIBAQQIAAADAA0IAAADAAADALBCEf5fq0nd6PbIAAAAAUQBwZCRgRIAAAEm"
                + "Aa8M4EsPot/X/e8g1mWVEzsj7EodLBKmnKYlI7CZxErJeiADyndDZSIgwibzaxCQIBLgwXF4cZvc0xZhMpSNy7amRYG2lmMbCcNn"
                + "DronJ4D9DMaGblcNrZecJRLEmAdQJpIy4mpLoVvzNDDa/FiFiXh2IAql6Y/5IgklD++PWkur5bGXOWzvKKPfwZ+bxXdgZFkHXCOf"
                + "KbBSsRinY7X/5OQugKEtFL8MPuJ1j43DPg0GPFzRzoVTMmqXxgOV4HEOIy6q6Dzb0FGCV2DBKJJcWugh1ysoUL7whT05r5V8ychf"
                + "AsbQ9Yo4IOijfMLniEDYqmm3VkQEw4ww5PXNe17UVi+gwVyxPCMhF3VbWpalsWQ5bYdN6NHhWvOLm06cJ7RbxhPrsQwlDHDgc3jA"
                + "gzLTqyY9t70G9gUFT8bBre849pEhjbdzV/VAoR+RXOtQH1vxqEV/YgLrJTMr2+wFpsUCqE62W6LhRJHQchON3bDihD1a9Y16Wg/9"
                + "nPU9H3dO3E8Aok81dKi0tYQByaUgs+X7/B3HtFTc/cTjE/4KJgHeIh8YzN/q/bZPuFt8+tK7JWNhfRTu6ue1tvGz/KlNVpEH2fER"
                + "W/u0R4YyF6nn/s1Lx5T4KDitgUo37j+J7q0a5KPcDQcDHd79+uhohAU5EvMlVJt2IPWz8gi2ukVo5Xo0CkDZm0hLM02WjbPHlkS4"
                + "eQ4qwpo0P8wV5YT2GyPtglzfDV+aD+D+7VVGjJsIkrBPdrNS0Wis0L+SMauGqkdVkPy+N44yTIUgvcXBrsWP3WymFJad1AVyMmM6"
                + "PoTemwYp35OBL8ZAHPrTrtzcBQORZHmWusyK8QJsCYSYYoUyBW6qA4H9vm9jt33GrUZVUyKDfIyPkhXC9z2FvFgknUOO0VKLBAF4"
                + "mHwKnsjz+GCqhyJ7m8th6d7eOCxERmYM1aA49TtsSrP65/Bhp9ZRtxNuqB2u6xDIEnoVYGvdMD5B9E7nlJ3vHPZHbVwd+w1t05Zi"
                + "sCk5aoR6U79Kno9AKStmlFtRFFqJmTcCZKN+nfAaodoJA6+ACLAAAAFQAYQNAgAAmpkAAHMfAACR74A="),
        HEVCReferenceStream(
            name: "tiles and dependent segments",
            text: "AAAAAUABDAH//wCAAAADAAADAAADAAADAADwJAAAAAFCAQEAgAAAAwAAAwAAAwAAAwAAoCSDH+X6tJntkAAAAAFEAeGQkYTSqJAA"
                + "AAEmAa8KcPNClo6UKRm6VA/yKzZJVU9gPNfZ4tK53W8DSAhzx+e0K0PWXGge+PKo2WKe9e8amOOWljC+ZM5UkoFkG/f+W3fuqzZn"
                + "Kb2bPq8yC3av///5acIgcaOniR6hkL4LjI4nfmUmBLIfw8y3//Ql4j9LFjF5+a2M0fsN4oCFJUStjehgAAABJgExwPNCl27u2HwZ"
                + "a7uyoqf0a7aUjrDVCcJTqotor7bxpky2gn6asfzTcZm10Yid3HK2U8bhXskkZ+7SjuAXixhBIFsk9BvP/8wtIP9bODG+Xf//2YWJ"
                + "Mq6TY03AxXt+MP1/lOamVdJOf/oWI7sCLZrDvQr2bfnLyrhZ+Kh6zkQcWAPQwN7pfkn65tGswp+4D2c1IcfYJkFJDpxP8So77JIR"
                + "K5kHgMlrE4kczBCMLR7+cxA+zD/rRKZ/Be0sePp04BzGCNpHtAhY2FDPq2wIz/SI/9oaf0UqCCb77cibrizXUC7YB9YPNdF9E+CN"
                + "/6RWNetvR7CJLjcPAKPsZjin1kUjAAABJgEzwPoVaO7st8u+o/7HYuml5xVeZ9tDTsC//9GNYH5sCf510vqKcdZcRyOd4IFuyMbH"
                + "Hflvb8cZ3k4ZoczXotB9zh3Ehn+IsMK8gFQCuU2g93BU30Cgu8U0wt590klis4jTxTMGnJ0f+7Vvd702VkqZkqllouvQviRMOs68"
                + "cXEYxRoV+P04ZS4IWT0iDO2x9RDWPPwaI5yVOz+8w0TshZoT/KR7F0HO/jBvWwNYs5keFXp+g9iRo7io6/YJmeYNtlG/LZVmhH4p"
                + "G7D1PB5p4+JB0jwMj+1EAAABJgE1wPNClj7hpfLfiLCL4DRuolaMlCQgxm9Zq+TghZmHuPhcr6ZSLqkn83czuWvzdfBQmQL5tRtX"
                + "8X//ha+lDEe8+T+U0orsRHEVJ6XNuSLP/7W5R0rknaDy90x82zv8dimHosHFLxAtUUMjNgQb/PdwcN3xJ1yCS2Eq9lgaOur05ctB"
                + "sP1p6RC8O0ef3zsnFKUqo1Fodrw2+ubHJZRF4JoXMnwoGII/9DCe3RnXKJ9fkoOLK0aiS0/qVSF9HdkRCVqnNAr7oy1Q09sjUAEX"
                + "jP6G9UAAAAEmATbA80KXXbA/zem2xbttWZrWjvEhqFftNwKXiY0sEu2kDuHcnqnrvXNDjX8C1x2CPWk9qCtI1okdHiJ///cmxK7K"
                + "U5mRhHCfYMwVLH+h5hB3HcghFrf/g4TxtJlwHXjzlphDB5F/WLAHrzW/CcB1rI1k/rAEaEy5Bx20aJ5LPZyI6xoJzJGgAlfa2Ktu"
                + "SpXhEjD7kLJBao5lj+9hOpZnysYaOj7X/8cgEnbec2Tj/iMf20cbPhrLG0tduF/90T0v/nhXnj2V2GBZwPjQHdNFylxSErU4P5ah"
                + "Mk7y3RhZagGUJ+a8WhBZOt0KaMSwwDqqnRPcJlfzCxZYGYKYSw82FbGfLlJMFrI6OInCFtP9VJW28ppVfb191Vp91W0cim7S/t/c"
                + "ytfe7q0hsDQYpJTMgoaxpgtFq2PYUt4AAAEmATzA+TiN8vvn/G/W0ke3VVT+HaFiL3lwoq1Svr1dANO4l37IHReo5zSxw566gj4O"
                + "ZWpfxFeT3BoDc9QQVx7FajJVkj5TrIuC+SNh34NVtZ1Lade4SsF+hYVuIv9zL5zR5NlGi+3yp1xnldHBcRQyHUJwAAABJgE4wPNC"
                + "l0mJSwIF0nzjC5UIZB+ixmE9GUqC8h+e0iKnCpGMsqGwC8aezcq3h5MiejrdxoT3///5S552lgEnXYXmH2/QQO3vZm6Rv97vu6Fr"
                + "pM+OWDdKhvMMqHQ6Ut4acpJPEsbT2+KMIey30zbip9sWQiI0lr3WWgbzjKPEdM4gonZaTuTgBhQ/iNCVY95LKkPRtncpV+hDc7su"
                + "bTwitL4/mta+99k7k7lrNaNyEpy4Ldr5NQxKb3WSPLVDEQX3fpkh6GO/y7QMqSQU9MF7vBsXFOotvMNxAa6QuxmCyi4OmPgqjcSQ"
                + "oAiRNUgJ1TeC/0NHrZSoUCyePZ+AAAABJgE+wPNEKFmZCv0j5/BBlMQMrVy0CVK7tHyI6ONxr/r89FJ7V+T1TR38udCzXMzSA25b"
                + "PGZWd8tq74AAAAFQAYQNAgAEMyoAAZSqAAHHWYA="),
        HEVCReferenceStream(
            name: "a slice in each tile",
            text: "AAAAAUABDAH//wCAAAADAAADAAADAAADAADwJAAAAAFCAQEAgAAAAwAAAwAAAwAAAwAAoHIKf5fq0me2QAAAAAFEAcGQkYTWEgAA"
                + "ASYBrwpg80KWjpQpGbpUD/IrNklVTysvs2z30hqpLQ6S7o73teH33YhnB748qjZAdRow3SGjjGPDMbMoGVBmT/mI8fP7cVhbFKkY"
                + "udFIJXSmj///+WnCIHGjYGqPqk2rpKa3gqk3JtEi4LlhP/90wLGbI3GTqksDGi8RlcLOSzaD/IYM7gAAASYBIvCm80KXbu7YfBls"
                + "tGAS+S2lD6uLihKVMImroOFFlfPEsdhx1aSZcg56UiyXAzaAkkoZQJ+XJk8N4T/IIue+t2nXQ2CTx0jhsqV9ERyROwmTjED///ax"
                + "pGbFkNAJS5wJN43ZL3Ms+BJxKIU1/8ekLrgdVi5PjeF/SNtb131feTw5xOnywAAAASYBJPCm80KUvJ6TaB6Nwo6Z2uc5v3NC8Vxb"
                + "Os95PS873kSqojXVU8JkCNaZiTcLTQ9OfsDCAZqiaZksoiVxT81LgLRHC2OS1eznXj+dyKCYHmx17//7nSnbHBjY0iNA6Au4twEx"
                + "KDrbjDkVwc2G1//gmdRuNRZ1TeZSbWEHly2Yz2uogpEh27ML5HU2cXvfKJVIUaJ0euk6u1v+1pkTv780Cn2Elo7W8odiMeaQKTnx"
                + "3vtHvsuXe8rRrMzTQFbr53/kCKRdTof7ttZyQXBgAAABJgEo8KbzQpY+4aXy34iwi+A0bqJWjJILuUqkz9kWSEVD0l+r5PrRYPzx"
                + "tmSTorq2fQ9cFCZGBRHorCW//7d/0oYj3nyfymlFdiI4iutNbepLX//AGUM8bkO6YkJRkpuSWvobtTGvdTq6rYmv6GfNxw89fRsH"
                + "g68Qm0crQMoqKAQ3yEfzV9krPNoJaJW+cDVynpMVCz7vXpSnEkNVIm0IutFNHQzTH4AAAAEmASrwpvNCl12wP9B2Ozv5dMKxPxtT"
                + "i+XgCFT7y+gNAPzcDWVCr8OnJ8qbVDswEL+zKpYF4bff0arpoavtdlbf//qQ8ldlKczIxXzeF5waRyeI3xq/YBStsm/+B3eG0mXC"
                + "6O2Rj33vGsfJaVGfxTSBxvRIVdynTmN4XPFa/gGC4+B1GCD+CEOgyK/3/rNHEH7oQzcgviYAHFukfdjsA47qJJ+gvKva8pUyzFhp"
                + "tgAAASYBLPCm80KXHKc96om0KqW69NNczU0ODLgcXutDn1oGJ+/MIrSBACF58D82n4RS57fsLxQdezsPzn///+lTjq91iQAMds9Y"
                + "Uk5JzT2fHQ06Wv/8DB+ILbEW+EsOtJdmn2Q0zmtf7sRK9k53lBtHs43GlTEbyEyv9+DlWbe4d0CXZ9VdFnXDLkMSFPRKFdQnR7fh"
                + "zaR94bCDu4Jze3qaPxSRuIx/YqKr0wvL5oIPWb795mHX6YdmS+Nvx+BezkH2eV96ockS1N2nvhgT+yZLesoAMzmIpHW/52BxDrqE"
                + "kaFVRTkHhKmWaTGKF+7+2B4YwAAAAVABhA0CAAJEnAABBRQAASSAgA=="),
        HEVCReferenceStream(
            name: "wavefronts, slices and dependent segments",
            text: "AAAAAUABDAH//wCAAAADAAADAAADAAADAADwJAAAAAFCAQEAgAAAAwAAAwAAAwAAAwAAoCCBR/l+rSZ7ZAAAAAFEAeGQkrBiQAAA"
                + "ASYBrxnA72N6kl/IGiliVOqFG78LCXoUXWmh7N6UdyXcSr+gObX52Quiiqo12JmWlawX/zbzs2CtoytU9EAAAAEmATJg7dPFzll4"
                + "jWMTmN9KoyxttW6ubq8MbUvCXGscYAFZ0CTBOCQFyaVxh/uBGBN+O2G63aJT7xLytokB6pYTSnJOmAAAASYBNGDLfHtX6qr0+cC5"
                + "7qYdADWdmDQyBU5j2XADqQIo9khoUGk5O2RczrQlVsSBhqqPrOpM/FiRovYAAAEmASS8Z/01kmqgd3dGrk3KowQKa7dmjLinCb/5"
                + "oEUc/EVQ9ZjW/L13tXQCwZFvStXdCvfsW8apTArrF4GD7cZhM4S38K2POqDQlSKigTLXZwsY4/ckTIA7JdspORJ/2ODlSHxDZaRT"
                + "TGgAAAEmASY8Z/k7dfCc24BlnyCSMUbWKkMfOeE3gyFhS588sm7hEBB0/lVo8g1gvUsMeEFPEeqgnYoEsAhf0K/wUyM0vGYQB5A6"
                + "tntTQuoH80ckVebkzwVKUW4y1HX+qx6gHtyembhZDAH9lSN/cGixL+XlTcjT2VnuiW6+xf9DWd9QoPa+yZzzKOcWnPqpEcsyOgao"
                + "wtOAZGfCIS6dU5FzYCPpbBGr/S5ggIW93soOK9xGs2DAof0pifXQQn71RhFZnomssKWhWUhAnYMD65up5Bgkm8n6eNpZseqJc56f"
                + "hVf+aieTzitpnSss+yWIvnA8leWKzqvzhA5FWO/AQH/S6BU7Et84wcRe49BAy705JrgOeBIw2xXP8SlgMAAAASYBOGDwl2DtjINd"
                + "cd3LGCLAzWPVxr4xzu1Ex3b0eidSevDEwD8l9wBjGYM7yodcweC81SoKol0szQ8Y+o6zVZBlur3VgKiXTlsoEEKtLwUaogg4DOpq"
                + "eRtq5Mx+1LcSBkAAAAFQAYQNAgALDBwAAmElAANXq4A="),
        HEVCReferenceStream(
            name: "wavefronts one block wide",
            text: "AAAAAUABDAH//wCAAAADAAADAAADAAADAADwJAAAAAFCAQEAgAAAAwAAAwAAAwAAAwAAoIgQf5fq0me2QAAAAAFEAcGQkYMSAAAB"
                + "JgGvESHI38nqEr9cJYIrUTwSu5k1kr8zH6jrGmiFJQ5YdUrH0CCtISM6bGjrOpmfCdb0XsdEnxpxCZ+Y/rwVClWssc3ZmuOHWGBL"
                + "eVUnjsn+1uVAUlP177JD8ozpTSAyOrlNWAmtvFAAHWIg9ttwLeHyGdaXXhko7+nf8mX2tHCWbKIQvqelOS1lMCdF3VGdhFprXrBH"
                + "YlcpiC4Vwesz0QNWRWxQQ1pYh69/ltbRQ0HBct2cQzxZrf0VPqPb9JulhuAvDSe9h3smn63lEuAKbt50oIIIy/RhKavQr3DB6LCD"
                + "1gxwcG7m3o2s0cDCLBCZ0K+o4va7QP7V+sHlNeJmtzdnMRL4AAABUAGEDQIAAhEqAACGqgAAg5+A"),
        HEVCReferenceStream(
            name: "range extensions in 4:4:4",
            text: "AAAAAUABDAH//wQIAAADAA4IAAADAAADAPAkAAAAAUIBAQQIAAADAA4IAAADAAADAJAMQQ/y/ciTPbYDhQAAAAFEAcGQlYEWAJcA"
                + "AAEmAa8bgAgnIbSWQvwHU177CQrazntgki5wqbIHXQngpcTchBWnbkcTDQxFqnXTFKllYiM/BSezR4VffmNzs0trYVGJwHKX1pXZ"
                + "3SodEQW0HtwKxqIlX9m/8h4vVUmYBY0QpiaWsNfREE+9kmZxEkXA5qvjb5zCgDf45jvCkLxIEE8qwRRtrZBXp/eTsrl9zTcUZzwD"
                + "AsoigbXjSYTtmj6w0DMKDoOW/IRJmubM2ti05Qzth48Hk9q815DyFCFu6JUQGeb91uWt8AFeibfEiXcN4h47ChidplxFuVbzvx1N"
                + "AL8msuwmAOwllhEq/ZkNEnBJ7y9z0Bvds9pdDaPAOdVXkCzlQ98xO0M5r2cI7vcTSi6Zn2bPPoewEtPQj3Dkacy+8YSi54A5ydQM"
                + "XPowNBtdpo8nyapr+P06OVEM7ZkTNm/Fq2vaRam5eNRNxTm5RebEUYWRIMoogPO7rV6fld2k7fkLLV738KI4HNAzzk9fH7NJV/7t"
                + "kd1x8cJ+gaJjwadUpXz8H1eMoM3crkBkE6qWpxSmAuA3e8ya4amlzWuDww5IPiaxNm6eLwJdwAE/yI747VlQGGtCkZ4fvvjHniRm"
                + "o7BAdP9fvAebks3Oh7jI4HArN0Sf8xbUS/oOR1kXbp57+kvPWEuTXgn5lc/oqUJmlC+FjZgua8Ltik2Kwtke19YGAzutHAwia5wG"
                + "87PtkdmJy2d4zOJwVBlsMe9Ou0sZjgShLnKB35MXuclh4+Gh0BgnE0BaqkcFtHwU6sve7T5/Pxp7pnm16gahZajE+TpnqsF9P0XA"
                + "Rz//e6/Dfan0ePaVxd+oVz7n/1aafwAAAVABhA0CAAMVGQADCZoABEJIgA=="),
        HEVCReferenceStream(
            name: "lossless with range extensions",
            text: "AAAAAUABDAH//wQIAAADAA4IAAADAAADAPAkAAAAAUIBAQQIAAADAA4IAAADAAADAJAZDP8v3Ikz22A4UAAAAAFEAcGQkYkWAuAA"
                + "AAEmAa8GuCSGdFGwJRcJbbJKuK5ztj6FK9+/ECydIlxnHGahpl5KuSs/YgNUsa0IBATCYfW8ctg3gvUFhq9HjFHK5/DeM5P3RvZO"
                + "hCtMaSdZFvhbhp5g7zufTiRxOgVXZcHenXeAPGJqhNllRSdoBXfe3DQjMXMuau7FWVDXVPrrtEfTcXJzHexIw57Bn0nJ3pmmr00C"
                + "s6DY9kZDH+aG7enx9Qg3czoGwUUhVeRfO6wKVY557prxaUtgztmOWQyo/Km21ZBLc6PJIiCcrXlJhPXsTnYl53TBQ8MAz8YZSV9F"
                + "CUO1zIRy3eAEY7JrMiAAB/1SikyK61SEY09o6iBFc7Pueke5PldyxzaGkPDNn1/+jz72x9nGfqw8QGWk6GXq6lM59gCKude8zT3q"
                + "Gst29H6q5sRP5kNXN+ckQRDTxlyK2xhDDDgLM4CO4nbMed+GGLQXTjEfskkxXW4e+OFIxe26e1ucd+7CzyK9ZuA6qQO5qI+FgMnp"
                + "inwW5QGOWNPgY1eUyrdBZlrwBy7kQ/ga53/+PUfq0wIi1+13tsy4EunLUaYfmFJuQtpTvB+SOZdNpaufUdZC4Imne6k9+pqINBBK"
                + "apMM4zwm/6GXx9pBUURczrWCyu8HojlO6/zvf87Jie3UwGAToKn95dUlbyCXzSI/OnNe0nC/ZbKX1/7/9l2H2596CMm8QcY4VTCd"
                + "1sjmEGiWLIgC8lXHdCm29ogOt1/9ZMxb+MvEFtqlWPizcCOMIAhOG34//7pSuSchYuH8G4AwXyqNKNE6e76446OytCQJx6s80pKk"
                + "0CwsSQrp3A9NUynq8PNyYU5yANQp90wLv8QS81cZWyxLJ2Wg/VTg2ORug868MfTxUvlEPJXUVHGoYDDegnBYzDVsWa+BKzW/qzaO"
                + "hgfkv4hECzYoOYgpFQTQVO41xKYKnUQdIwEKPiH4pzCSbs7R/Vx5r5zcJVSM8Ro6GSxPKF0IDpcmI4bDK0840IsyFa0noo7TFvlN"
                + "4k1o+53Bc3IriepLHfyhg6fhStXOoKj/aAwNmldWl2kjuZo1FqiZJoBHiaIxnboLVH3XimFBtLnTX+1lqCemWLPYzevO19udK31L"
                + "RHENtfBhgSvP4X1O2ekN3jwzxiYqvadaCewDmI3tB07WF2g/CaaICnSWr2A/qd+MmgnBU0yM5ALF/yo5k86BBxv8hwLsfv6mjMWB"
                + "BVAxMV0Xf0mJfUKZAE9VmN+PGJA33b11sAh7FrouQ5K+4cX45gTiZbgK7GsfRiUUmsP3rQ6Jku9zdDi+9auQ6D383SZWXXkfoL0A"
                + "Cttac/ITpQq1BTRocLX1WSbJFnmnAAGgWlT/2dVaa21w/xWl7EjOEDeV07FlE0EW7RNdzXS+7U1H+6ehIzQBuCK4QaiwSFfVYYXg"
                + "2IXd0f6uf+HEd9oMCWZdRywJhIOR1uQkv2WxJDnGLg+c7uuhIiZ4qljhP5ZhGh+pe1g2zg8VAZDbfJzgab+0DaGfIIzBRpVfLAd7"
                + "lFZLT58uDnNAuDmMWx7lGMeXOsj9FTgtrgHW37lru3MhRyLc23zoyWbYRdNep2BXJ5sNyGFCbzxwd2o7K3hLPKf52baZEptbfu7F"
                + "3n3tLUAUTOtpQIYSx9/csKp1pUWFALTGc1i21Oj6/xT9si2e75TFi4ZFgAAAAVABhA0CAAE0ygABKEwAAVvvgA=="),
        HEVCReferenceStream(
            name: "some units without quantisation",
            text: "AAAAAUABDAH//wCAAAADAAADAAADAAADAADwJAAAAAFCAQEAgAAAAwAAAwAAAwAAAwAAoEIZ/l+rSd3q9sgAAAABRAHBkJGJEgAA"
                + "ASYBrwzgRXAGXWlhXQA6UKSLponU/5/OTkozIWdWbk3Vk4GSsaPavE1EAB4mPykbHA0IQm4wZTtnSgtYJAAIFS1JIEwIOVpQYloe"
                + "CCgZKRY0TxQigw8JU3AjRhQOAAEcdCk2UGV6HCZFixkJIXGrcT5sMm1WT1mye0hCGgCFkyFSv8caZmu6NncsHhDLSCMuFzSLiKl2"
                + "QE8gYDo9knIIEjM7q2tuildpfl0AWc+gL3t/NZW3uYVJYyssGACSljxZbk2mdZ10RpRIUx0LVpA1NTU4lIVbhh5dNjcZPIWQX0wL"
                + "TqKStMFLJzlaQghDVn1IdMG9X0JSl2ZScTkILgCAenayKVUqSpS40+Pg/ykXAAD/eIlqXXM+dbylvYpxbYJv0pGGVlR4bCcijCF3"
                + "gFUGWmaWQBUgAiQGOq1XWE8AJVhNMqdYMX98DNOkqJMgIYeU1XShnGJ6yV6kZ3NtV41glaag0nDYZnPH8p7DNl/XznX/i7WZvdOU"
                + "m+600WZmsbayzoSPjpuATrI6h6L////e8s6GckQGf5FPgTJFZtkWG2V3YAcI/HeBmoIo/M9dvcG6QHRxEwX9AU2TDlDwUc13VMiI"
                + "YzXOPJP45MWsErqsacT/0We3tURABtHRrpORXWXw1W++aLhGmPiJ0wM7Q1oY6B2+nMV+764Plj5g76hAoElm9m1zrRJ4iqjqgFuM"
                + "nSENXLMkRpZ1JCQ75+8/q6/HhYjnylkTjOyDG3vqD60xshWIcbhjrD8f3V4T8htfxZ0QQw1q7F0cWoBewWUIN8NdZN1f9QN+OuOd"
                + "wTCIgEKi4NJq0nhyyy5eDnJV5FoVF95iibxvS4YC0iXaJu/V82eL11tnPJc07ySOkMKthHVVnx8ab47RuUny/+P9jpsdOXZtrTj4"
                + "7XwbI7AYeXuTG3Gr1FQaZ+ym9UnjUsQJ6Gs0th2ME3MJZX6CSGbWvzF+c7qLCIBFU8EqcDKdkleEWt6gyk0bUwsxOA3rYz1294H1"
                + "XyppmwOMSb7ElOvjV7cPx06PlIVUGCMxKP//702fyAqkEudTSEhOBbbv//hdnhhgHtYHfuRe4p61iFWi4s83+3TO7Vd+tkYQBWP/"
                + "DPWbuFXFLqjgJFhogxSyvcVFAJ/D6xmPts8KpGgHD8/ztmMheMFvwMUHMubyrczVqAnpP+X/+1chKQxiLwQEAZckCxkc1sLX/A/h"
                + "x1ulcrSTMA1o1oS2tAedBFON1n8BJOkgiW3MEJbNDjWdGbfq0G1RUdIaW091Pllkm4MgPfS8r2m5JZu4g1B1qTj+y/HIcDqJDpY5"
                + "SyWEplqnpTbpTzmAUKnx2GjnDeTwoc6Mg8ZK85euSOgTvuvrVQ+8Fko1mEuoiAqu0Y9dIZs8FTbhHpUg9UDZCMsRM0gAAAFQAYQN"
                + "AgAAzCQAAFpEAABpfYA="),
        HEVCReferenceStream(
            name: "lists of chroma offsets",
            text: "AAAAAUABDAH//wQIAAADAA4IAAADAAADAPAkAAAAAUIBAQQIAAADAA4IAAADAAADAJAEEGP8v3Ikz2yAAAAAAUQBwZCSsCLAKjBn"
                + "AAABJgGvL8kuZ5GA8KhRbJ2IlF4UmsrX2xpoaytsq5bIV7wRuByZoPNonizE5xxGGqzONXt36OBW4CG+NEpOCmsG64P5hk8H1F5I"
                + "jMGUwmRfg8hFDK2gtmjDh7C/5TPp1yzV1+m3Mf51EfTSIgkfe3gSTBqxGVBIYs61jD0O9I7daSkI7miLws2Vjvh0+JOTypPG+S52"
                + "njOyAhviVLk72nvg0r6FPoB0WquT4B+SIBBXD7lLwSgstwGcDquEqupdk+qEy40eJ5YQaM0SnyN1CV2/hqRpa7kfexXtI2+sKhQd"
                + "qJuzO1Kgg8l5kwNMwxMbLlO6Q6ZRS7mDWPbGq9isQuqMV8krbEkLtFAbQcHfgG/PHdCI5GviovRzg4juugs12HP8z008g9udWKoY"
                + "mgDpFL/7r/MRU72eAAABJgEzy8Bhnwb6EWjdWla8jLQHdUSXG6afn8pyU/S1y3ftzuqDyPe7MsNc+nvlaDloejFbM4VREVQ7AYfw"
                + "st0m7tHqj5L7oFqAFrO6E7+wABSem7CpyjvqgPj0W07wAAABUAGEDQIABfKnAAXniQAI4cGA"),
        HEVCReferenceStream(
            name: "sent scaling lists in 4:4:4",
            text: "AAAAAUABDAH//wQIAAADAA4IAAADAAADAPAkAAAAAUIBAQQIAAADAA4IAAADAAADAJAMQU/y/ciXYKgyg8CEiBcDE4UYaCIajAVA"
                + "pHAqBeHBYeBWHgqCZhcPHDQgQwXAtBEHTmFiAaBsPhI4wFQIUOKGg+DQCGEIKBQKRsIDhJxQsKBULHHCwiCoKx4cDYkJDxBQUAlO"
                + "CwFoIiCwQILhgCGgcBcPgwBegYEBiBEBKIBWFAQApBkEwTAVWBKAjgcAcgog+GHMQpChJkKFzBpBALscUcJC5ITDQJBuIDY04JAX"
                + "gwBSYxAqDgch4dB0FwdjqEFB0EgNIGICCDAEkHwxFIUYQrFFKYKwSBcaRwUAlBkUOgiDoQDLEBkFQIxIUFAoDoJRAKhQEMPCgsEy"
                + "BoJApY8cCsMA4D44EYF6CRGOYYPmM5jGEBcUOBWGggESqYOCQoCEKAnBYDEWBED4JAUsEQEFgUAJoEQeYwPQJwEEJBECUBLCIF4K"
                + "mAmgSgjBIikOgoUcFQgEA2ESBaEAThAYPBcFwkDMwaFnDTC5ARA3CgKAVh4FJQdB0TCgVnFgUAKY4YFgbmAvBMMAXYFaFCjEccIj"
                + "xYYECRwmPQQQIQVCxokEhgyETgmBKDYSCcWBCKBDYMAoC0KIEQLQXBsEgFUIBoERyA3BAFAYgUgJIEoDPCgJgocUFQkyhI40MIoV"
                + "BYGRwdIJKGEYEoYBACcGQbBCgQHDoOgagoEhwF44PoCMCMEooEAJgIo0JICUBhBQHwIRgKIE4F0MCiwkYacEBwyIYUMGwQOOBSEg"
                + "qCAEYYEQsKBaCwOiEgiKIFgfjjEBcPBKCQoVHguHAhDYoHwZDI8KgsBBBjDwJpijGMDIQHhogfDBBgXjAyIBAGw8gag2BuEAwYIA"
                + "rCAQBODYE4IgUhgcCUFwJwgQcKBSDQG5wIgPwYA1AnBMCKBIAphwPFCRxQhFmHh4eExGCIOhIJiEFwZDQyKHDhQMw0YE4SBICEFQ"
                + "PQsOEAhCgWMUEJAkGmEAVhw4NQKUE4MkHRQblCxDDLdFKMQw4uMixQeD5AsCsKMMBIFIJgSgmBOFTA2CoIjghCokPDThoFAKwUhQ"
                + "FAgJgvBcCoeGzBIIA7IWe2QAAAABRAHBkJGBEgAAASYBrxGAqekg8ngOpXV/2WSHRpwJMQzhRe4LzIOn1q5NqLtEze8c4bLJg+TA"
                + "dFtz4RYOnrkpwB/l9ltYlfDNrkF6y/mkTn3su/vkqmpv9EHLmQdosj7wAroKyzSLOVDt+PPQChfDNi0s74yZBuY1vYesKLsTIGr1"
                + "gQycWQP8zXOPT3VbYXQsZZDlQaI5SOrrJAhkjrSUg941Ye2nj9wCwmLefxddZmXitcP/xZyY9oaVI1gbxBwszMerQRgmqy2wXNUJ"
                + "AOrcFJkTTuqbmSgf39eHVN+KPN+hr0lGM/onNaqUuMQqLiRgEi64nqNMGsA5HChwewh5NI+psNW26jdhqTfjOo7q/Rw3FYVvbc7w"
                + "OEG+NG72wHx2AepgjtN88eV9WsAWmMNVtUn4AAABUAGEDQIAA9G4AAPJpAAFYkmA"),
        HEVCReferenceStream(
            name: "range extensions in 4:2:2",
            text: "AAAAAUABDAH//wQIAAADAAwIAAADAAADAPAkAAAAAUIBAQQIAAADAAwIAAADAAADALByCn7ZfuRJntsBwoAAAAABRAHBkJWBFgGc"
                + "AAABJgGvG4Bxxpi9IGEoGOKbX+Fq64EDSuue7ir27mftcX6ghjr73rr3zqTBURK6GAjKewdTEsi7FUi3eWJchicfT46wFHAKuEE5"
                + "gfUbu6ZtIUBTBe7zJ1h5jFurIMj3MG3KoA76xL57hFjlbjWCV1xIFNDfvRSXZ4BLzVycX5MtiaDvdz331zDZK5+boEs+x5bykDvi"
                + "wNatBuQ5u6WAB9njdkK6FDWZ3IPtzD9p/lFsiZGtBjLTyKD6rFoJFop77cJSn9+8zo5gX9mGlPVC7rzmRHCDKpP3MLr2SLa6O84z"
                + "gUKviJGmlhM2DefiOsUirtajwApRfkPcW75nU/CHAA3mA43CHtJxMDzB33fSKZUznN8+8XALGbFHdE1uGHK3FVomulRYJLlRK6bb"
                + "X8lCH9GYkFZKvihKY8X0lU6TTuR8hszkFVNRFIrvG2rH6D+m3i5AKLCoWS8bkW3ZE97kUmiMikog2IHWVOlqqG9Lu6XJ1DE14GI1"
                + "0tZ35AoXHYJ3iZOAp788IhI7LNaoMhiVCKtXdCAYq0K+kUHoAOtGv3u1Et2rXlXKsIQ5r9AFfvd5oymCKdn7b2jclQZsK9Uq916H"
                + "SjZDPTnCFdpsmBZfYx+IWXIQ+i9gAAABUAGEDQIABM73AAITiwAC7+2A"),
        HEVCReferenceStream(
            name: "grey of 12 bits",
            text: "AAAAAUABDAH//wQIAAADAAHIAAADAAADAPAkAAAAAUIBAQQIAAADAAHIAAADAAADAMCCBB+WX7kSZ7bAcKAAAAABRAHBkJWDFgCD"
                + "wAAAASYBrlo9iMqI9cdsDkG4qlXavzfxh/2EEpKiU74I8jBcowDCQqKQVkILn52VDeOGQPxWoHOAOowLSn3u+bTNAP8G95nfJpgo"
                + "VwD46DZ9DVDOMGIMZ1+tkS8+YCzDZoIShUQ+udRgGzY2QR35IIBnN9qw8IW36SGJJ5ERmRZ2OrUwdiur1+tBMqg0EhukmD6zajfq"
                + "DLddF4FhNjVZyqjCv1Lw3a/EBYTLkz/+svCCMlJw+SccXqv4y/Q62KGtg7Z8G8AVDE503hHog+glRI3rsZAEiQjvPZH2JdrpHgB/"
                + "7E0NRlnf010bj2ijZYkMD21pMMzekSwdqrXrm5tXxtl5eNAVmM6/s6mrx4Ff9uywGSMTFRZSzqSJJuhHaD2o8ECccm238MsK1BfN"
                + "4NVxDYBQ/c/FNsic4AAAAVABhAUCAAuNI4A="),
        HEVCReferenceStream(
            name: "chroma of fewer bits than luma",
            text: "AAAAAUABDAH//wQIAAADAAwIAAADAAADAPAkAAAAAUIBAQQIAAADAAwIAAADAAADAJAMQQ/cv3Ikz2yAAAAAAUQBwZCRgRYC4AAA"
                + "ASYBrxOAuLXM44c8jURHDyEH/govxOXc5xFe14hTBoQs1T2MtySvzeipXrh0mmdX5YfwkKPcDWhfB29CKzTdY9zgAoKhD0RJ4hF3"
                + "QrTnT+Fm8ZHXdUHX8p62EpMMZwFb+HY2daYZiJfB8y0CSiLrzf6G78YNOb6frzYT6wyqIVUTE7t+1uAoptNsnGxP8mXLWf+Tr1Kg"
                + "R1I8MVnfd7U80fdUdxA06qEJFWG5o9ldKyVk934+4E+NHhR4+aGzVkIpkqLe+nNaahNnrn6luZLp2B4Z8LCQ6+z1TM4UpOVMen8n"
                + "63fCLY9zV0aYo8jY8lBm7IQ6DNEUwWYhgwc6v3SNhcrPUCjuNbtDSubH5atFPvCx4d379peFpig0V1FOzsb+y5K8wBIBHPQOeusS"
                + "bcJqpMlrdimTdb4xyQ5BqaN5n97mk4yevsqlqHqcfK8mPTXn+g+CpciRVHhWNdXd3N6yAqKNVnrq5ieq0575Bl6SUk7/TVXIAw+s"
                + "0tM7jG1XYa/Klyx929HuI3L7/OgP/UQ+e2jAK9PA3+UGejWHn5CXkTVm41WAT1ZaT6HSlNK7HU3SlYFZTQi4qDI60UTpgk3SOMLb"
                + "weyukTmR7WtnUAAAAVABhA0CAAMy9wADCc0ABEN9gA=="),
        HEVCReferenceStream(
            name: "references without smoothing",
            text: "AAAAAUABDAH//wQIAAADAA4IAAADAAADAPAkAAAAAUIBAQQIAAADAA4IAAADAAADAJAEEFP8v3Ikz22ABEAAAAABRAHBkJGBEgAA"
                + "ASYBrwhgwgjKw7dc1vnD4eP5obv1eYWmGrsQ67QV5Zpwrm7AFIn6MfVf/41/ppoiqJgC6owRhaafZEIGs9jmdhdmfIuC9gSLgEb9"
                + "/SIdhjs1qFQbWMjh65LbNPLNP1OAemTqGMVAqTRa1zE1bh+T+n9DPSt/KkCkO5r3qNpMyrEaDzeYBi0zNr8yaEYE6mSDp9VPoBJ+"
                + "9yuaPNlrgAAAAVABhA0CAAUQ8QAE/4sAB0w1gA=="),
        HEVCReferenceStream(
            name: "aligned bins, tiles and wavefronts",
            text: "AAAAAUABDAH//wUEAAADAAAoAAADAAADAPAkAAAAAUIBAQUEAAADAAAoAAADAAADAJAEEGP8v1aTPbYABwAAAAFEAcGQkYbSliQA"
                + "AAEmAa8REnGp6DJQGHn46gi41fnwdwvxyqAX7/vqY3UsuyUsz8N7tovaPVxJISt5vuUe/UlBZpIhz/8ORtn1dDBV4tp89UuRuEsf"
                + "jUL80/6oZxx5jE/ybxLzz+pf5n5B/Mu505NF8HfBpDdZegEWrpwkIwhjMScMepJ6q5TlfUx+q//tv3FftCSnraih7s+qn5nmWQkR"
                + "0FW8YZX8VGksEfcAQvHuWKorNVh8//6EA+lIJa/B/+99GxU4mDtKVON5Ly2NSBKYqlDAuU0y4m5aD/WQ46DsOJyfh5aZUlNnIVvM"
                + "09GV2eElJWeIzWrQUigMMZ7zrWHnHBBR6guc6fg4O70+Xj/l9PyfsKnfxcFxC93+QTmxxtf2EOz6g+jDZcnr363x4r11zOSA9Vde"
                + "rBvlD1x4fnvwOGQDs+UYoScguoRXBQ9rm7gAAAFQAYQNAgAF8i8ABeTTAAjkHIA="),
        HEVCReferenceStream(
            name: "shifted sample offsets",
            text: "AAAAAUABDAH//wQIAAADAAmIAAADAAADAPAkAAAAAUIBAQQIAAADAAmIAAADAAADAKAggx+Upfq0me2QAAAAAUQBwZCRgRYAagAA"
                + "ASYBrwpg80wR4cQL5K1Kpj+aIFCUq6YbSV1q7NiHxaCP6rOkU0L1zPveCC6cLZJJGb825frW09XTowGGKPm/1apLN21RFgsIndKN"
                + "IrAoJce7cv23qGTeh6aDMmHR2ET3yuspD2Jdan6v3Pt9BCx2MY0/WmEAD9XNljfgTmN06iRnhTTOxWRE8y3CWgj5/fVjZWHR7czK"
                + "d3YeijI4a12NUVzpDPth0vP78snJRDRz77EHjECLEwAWu4IpN+BxFnhedlxpT0Uql7YD0twCOiaww8p6Ypz8fRYmkfS+WzoQLpK8"
                + "2pGzNmes+M0BKurV6nrPhL9QMxlm5lkKM23fwTXGKyIvLjwol7wDMOlhVIpfVnEIQhAJ4fu8GNg1j/xVr+r3tcKb6zNI2LH68+ZW"
                + "oFaVvzeWw5a2MYAAAAFQAYQNAgAHE+EAAZf+AAGvjIA="),
        HEVCReferenceStream(
            name: "reference sets",
            text: "AAAAAUABDAj//wFgAAADAAADAAADAAADAHgAAJMilcxJiwJAAAAAAUIBCAFgAAADAAADAAADAAADAHgAAKAggx/lkyKVzEmLkkbY"
                + "LEhCICMIzE+X7P182eX+vmUOS+/182eX+vhQhhHE8vbIAAAAAUQBwaVYESAAAAABKgGsQFCDisBg/ks0SzvTEl0xFLv1JOpJGRU7"
                + "+KI0B2PsK4P/LL7K+mBktP33EO92seP/wZFmyovpSznTaMY8f3y2zOn6Tpu7k64+1xAeTLdZEdKskk98RDKneJpc+EDwJuFBlve8"
                + "phmmfsUBT54OfVq4to14N4yGCk/tQYYtQw6YH0Cs3N/xBs3/EdZjl7LE4V98JckNj7FgRX4R0DORgCX43nPR+pTqXasbAYby42uC"
                + "UutKm7xDQhbGDC/KP5g6lEhPle35nCk1TnT3YOSGTWCA3Y/Qn7U8QyhLE95Aj35LqcMh7EMI/oiNbLq0kctcW4xe5nUlJe7+r/AV"
                + "jWZmiN5yzq2V0pwaLlEulIBIv4OqcrdqH4Mr8ST+CG2totziHuqnvFiUtTK1SwPN/70P9If7uEKfIxL938ln9KiURE9K8PPYIR3S"
                + "QOAtnFYPpsR2fwROSUWjVb8aLfJ3wWP2Q0xtoOO+itmSs4WXTwRYvOH62RxcIAk9UREBr68rlvG1FP95SQ8DqU1FqtbPpvHoSN2Y"
                + "klIeEM8rveQF/gWFpGyExnYzKeoC+AfGMf8SSsvQtRz/Ndwq1hgJHl4w61y1ms3PhIv8APBWiWIn3T6Pa0NLwc/hkE9FJnqvKQ3R"
                + "LXtfpycbDW4Z6tCAeZqrbG0HH2TEU7Ursjy8YIOZahswmyyhGJrP3MvmR31FZyF+PyrB5P+XZPXcYIjwGhpYx1BNETTvSfrzt1wN"
                + "KE31TSlxfZaVEjumc9o0GVtSkKhnkie/WtVVY/ON2ciDyBd55qNpJxGBYg7EE7SigUTR+G0q7ykrUVOocWYAAAABUAGEDQIAA1kH"
                + "AAFp+AABmLuA"),
    ]
}
