/** The path below which a federation host serves the objects of all clusters. */
export const SEARCH_PREFIX = '/apis/search.binnacle.dev/v1alpha1/all'
