/** Annotations and labels of federated objects. Those of `kubernetes.io` come from the original federation. */

/** A JSON list of requirements on cluster labels. */
export const CLUSTER_SELECTOR = 'federation.alpha.kubernetes.io/cluster-selector'
export const DEPLOYMENT_PREFERENCES = 'federation.kubernetes.io/deployment-preferences'
export const REPLICA_SET_PREFERENCES = 'federation.kubernetes.io/replica-set-preferences'
/** The original federation had no stateful sets; the name follows the others. */
export const STATEFUL_SET_PREFERENCES = 'federation.kubernetes.io/stateful-set-preferences'
export const JOB_PREFERENCES = 'federation.kubernetes.io/job-preferences'
/** `{"Names":[…]}`: the clusters in which an autoscaler sets the replicas. */
export const AUTOSCALED_CLUSTERS = 'federation.kubernetes.io/hpa-target-cluster-list'

/** `true` propagates an object of any kind, `false` keeps it on the host. */
export const PROPAGATE = 'federation.binnacle.dev/propagate'
/** Comma-separated names of the only clusters for the object. */
export const CLUSTERS = 'federation.binnacle.dev/clusters'
/** A JSON list of per-cluster changes. */
export const OVERRIDES = 'federation.binnacle.dev/overrides'
/** `true` allows adopting an object of the same name in a member. */
export const ADOPT = 'federation.binnacle.dev/adopt'
/** On copies: the uid of the federated object. */
export const OWNED_BY = 'federation.binnacle.dev/owned-by'
/** Label of objects that `binnacle join` created, in the member and the host. `binnacle unjoin` may delete them. */
export const JOINED = 'federation.binnacle.dev/joined'
/** The status of each cluster, as JSON. */
export const CLUSTER_STATUS = 'federation.binnacle.dev/cluster-status'
/** The shares of a Job and their results, as JSON. */
export const JOB_SHARES = 'federation.binnacle.dev/job-shares'
/** On the target of a federated autoscaler: its name. */
export const AUTOSCALED_BY = 'federation.binnacle.dev/autoscaled-by'
/** Comma-separated cluster names, or `*`: a deletion does not wait for these clusters. */
export const ABANDONED_CLUSTERS = 'federation.binnacle.dev/give-up-clusters'

/** Label of all objects that the federation created in a member. Watches select by it. */
export const MANAGED = 'federation.binnacle.dev/managed'
/** On copies: the digest of the last write. */
export const APPLIED = 'federation.binnacle.dev/applied'
/** The last write in full, for members without server-side apply. */
export const LAST_APPLIED = 'federation.binnacle.dev/last-applied'

/** On Clusters: `account` lets requests through the host act as its account in the member, instead of their users. */
export const PROXY_AS = 'federation.binnacle.dev/proxy-as'
export const ACCOUNT = 'account'

/** On objects of a search over all clusters: the cluster that the object is in. */
export const CLUSTER = 'federation.binnacle.dev/cluster'
