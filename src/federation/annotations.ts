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
/** Which policies act on the object, and why each cluster was chosen or not, as JSON. */
export const PLACEMENT = 'federation.binnacle.dev/placement'
/** The clusters that the object has to leave, and since when, as JSON. */
export const EVICTIONS = 'federation.binnacle.dev/evictions'
/** On a Cluster: the taints of people, a JSON list of `{key, value, effect, timeAdded}`. */
export const TAINTS = 'federation.binnacle.dev/taints'
/** On a Cluster: the taints that the server sets for its conditions. Apart, so that nobody overwrites those of the other. */
export const CONDITION_TAINTS = 'federation.binnacle.dev/condition-taints'
/** On a Cluster: its free resources, a JSON object such as `{"cpu":"12","memory":"40Gi","pods":"200"}`. */
export const FREE_CAPACITY = 'federation.binnacle.dev/free-capacity'
/** On a Cluster: the free resources that the server measured, as `{"free":{…}}`, or why it cannot, as `{"unknown":"…"}`. */
export const MEASURED_CAPACITY = 'federation.binnacle.dev/measured-capacity'
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
/** On Clusters: `pull` means that an agent in the member connects to the host, and that the address is not used. */
export const MODE = 'federation.binnacle.dev/mode'
export const PULL = 'pull'

/** On objects of a search over all clusters: the cluster that the object is in. */
export const CLUSTER = 'federation.binnacle.dev/cluster'
