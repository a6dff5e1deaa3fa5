/** The annotation with the version that the member of a Cluster says it has. */
export const MEMBER_VERSION = 'federation.binnacle.dev/member-version'
