/** The version of Kubernetes whose API is served. */
export const KUBERNETES_MAJOR = '1'
export const KUBERNETES_MINOR = '33'
export const KUBERNETES_VERSION = `v${KUBERNETES_MAJOR}.${KUBERNETES_MINOR}.0`
