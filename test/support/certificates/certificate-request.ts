/** Requests for certificates (PKCS#10) in PEM. They are signed with a key that nobody has. */

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Of ann in dev. */
export const REQUEST_PEM = `-----BEGIN CERTIFICATE REQUEST-----
MIHWMH4CAQAwHDEMMAoGA1UECgwDZGV2MQwwCgYDVQQDDANhbm4wWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAAT4hQ+Sl1Si3+lb5JGDMJp4LBKRfjITfxEKeNlnR1od
q79kakge3Dkw7uN5BL3CEo9MIWaaoCNG5lUnRsLVflHpoAAwCgYIKoZIzj0EAwID
SAAwRQIgRPFP3O1bJbWDTpWCnLkJ6IBDALnW0zi+2QISqi77tm4CIQDK9dmISrhU
j3dUCMyCXFg0QYvX+tKrhpm5u7vVa/yDpg==
-----END CERTIFICATE REQUEST-----
`

/** The same as objects carry it. */
export const CERTIFICATE_REQUEST = base64(REQUEST_PEM)

/** Of ann in dev and system:masters. */
export const MASTERS_REQUEST = base64(`-----BEGIN CERTIFICATE REQUEST-----
MIHwMIGXAgEAMDUxDDAKBgNVBAoMA2RldjEXMBUGA1UECgwOc3lzdGVtOm1hc3Rl
cnMxDDAKBgNVBAMMA2FubjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPiFD5KX
VKLf6VvkkYMwmngsEpF+MhN/EQp42WdHWh2rv2RqSB7cOTDu43kEvcISj0whZpqg
I0bmVSdGwtV+UemgADAKBggqhkjOPQQDAgNIADBFAiEAvJJltxYbjmmXc6Dck1hf
OwgzqoGSevJebKh9MaKkQCkCIEMcxpc1L63RRZRFizJSBx2oiBg4WJc7fKvmlHvv
rzc/
-----END CERTIFICATE REQUEST-----
`)

/** Of ann in system:masters, in characters of two bytes. */
export const WIDE_MASTERS_REQUEST = base64(`-----BEGIN CERTIFICATE REQUEST-----
MIHzMIGaAgEAMDgxJTAjBgNVBAoeHABzAHkAcwB0AGUAbQA6AG0AYQBzAHQAZQBy
AHMxDzANBgNVBAMeBgBhAG4AbjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPiF
D5KXVKLf6VvkkYMwmngsEpF+MhN/EQp42WdHWh2rv2RqSB7cOTDu43kEvcISj0wh
ZpqgI0bmVSdGwtV+UemgADAKBggqhkjOPQQDAgNIADBFAiEAiL02F9Fo54j82C7f
7CqfRDjJfoPqO1IKkyL5z52FkZQCIEe23LIVWcav30KKW7DGoW0MV6s5vql2gVpg
BIHbVxA2
-----END CERTIFICATE REQUEST-----
`)
