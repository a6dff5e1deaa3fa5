/** What objects say about their clusters, and what is said about them. The first four are those of the original. */

/** A JSON list of requirements on the labels of clusters. */
export const CLUSTER_SELECTOR = 'federation.alpha.kubernetes.io/cluster-selector'
export const DEPLOYMENT_PREFERENCES = 'federation.kubernetes.io/deployment-preferences'
export const REPLICA_SET_PREFERENCES = 'federation.kubernetes.io/replica-set-preferences'
export const AUTOSCALED_CLUSTERS = 'federation.kubernetes.io/hpa-target-cluster-list'

/** The names of clusters, with commas between them: the object is in these and no others. */
export const CLUSTERS = 'federation.binnacle.dev/clusters'
/** A JSON list of changes for some of the clusters. */
export const OVERRIDES = 'federation.binnacle.dev/overrides'
/** `true` lets an object of the same name in a member be taken over. */
export const ADOPT = 'federation.binnacle.dev/adopt'
/** On what was made in a member: the uid of the object that it was made from. */
export const OWNED_BY = 'federation.binnacle.dev/owned-by'
/** The label of what `binnacle join` has made, in a member and in the host, and `binnacle unjoin` may remove. */
export const JOINED = 'federation.binnacle.dev/joined'
/** What each cluster reports, as JSON. */
export const CLUSTER_STATUS = 'federation.binnacle.dev/cluster-status'
