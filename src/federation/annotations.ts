/** What objects say about their clusters, and what is said about them. Those of `kubernetes.io` are the ones of the original. */

/** A JSON list of requirements on the labels of clusters. */
export const CLUSTER_SELECTOR = 'federation.alpha.kubernetes.io/cluster-selector'
export const DEPLOYMENT_PREFERENCES = 'federation.kubernetes.io/deployment-preferences'
export const REPLICA_SET_PREFERENCES = 'federation.kubernetes.io/replica-set-preferences'
/** Stateful sets were not federated by the original; the name follows those of the others. */
export const STATEFUL_SET_PREFERENCES = 'federation.kubernetes.io/stateful-set-preferences'
/** `{"Names":[…]}`: the clusters in which an autoscaler says how many replicas there are. */
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
/** The names of clusters, with commas between them, or `*`: a deletion waits for these no longer. */
export const ABANDONED_CLUSTERS = 'federation.binnacle.dev/give-up-clusters'

/** The label of everything that was made in a member: what is followed there is selected by it. */
export const MANAGED = 'federation.binnacle.dev/managed'
/** On what was made in a member: the digest of what was last written. */
export const APPLIED = 'federation.binnacle.dev/applied'
/** The same in full, in members without server-side apply. */
export const LAST_APPLIED = 'federation.binnacle.dev/last-applied'
