/** Labels of EndpointSlices. */

export const SERVICE_NAME = 'kubernetes.io/service-name'
export const HEADLESS = 'service.kubernetes.io/headless'
export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by'
/** On Endpoints, too: they are not mirrored. */
export const SKIP_MIRROR = 'endpointslice.kubernetes.io/skip-mirror'
