import {
  KILOBYTES,
  LOOP_BLOCKED,
  MEGABYTES,
  MICROSECONDS,
  MILLISECONDS,
  OBJECTIVE,
  PER_SECOND,
  type Row,
  SECONDS,
  TIMES,
} from './row.js'

/** Requests per second of the bare server on the machine of the targets. */
export const REFERENCE_RATE = 31_000

/** With 5,000 Deployments of about 2 KB in one namespace, unless stated otherwise. */
export const TARGETS = {
  get: {
    title: 'get one, 16 connections',
    unit: PER_SECOND,
    original: 2960,
    target: 22_000,
    ofBare: 0.75,
  },
  listChunk: {
    title: 'list limit=500, 4 connections',
    unit: PER_SECOND,
    original: 45,
    target: 1000,
    ofBare: 0.6,
  },
  listAll: {
    title: 'list all 5,000, 2 connections',
    unit: PER_SECOND,
    original: 5.2,
    target: 110,
    ofBare: 0.6,
  },
  listSelected: {
    title: 'list by a selector that matches 10 of 5,000, 4 connections',
    unit: PER_SECOND,
    original: 8.6,
    target: 5000,
  },
  create: { title: 'create, durable, 32 connections', unit: PER_SECOND, original: 1560, target: 7000 },
  patch: {
    title: 'merge patch, durable, 16 connections over 1,000 objects',
    unit: PER_SECOND,
    original: 1370,
    target: 6000,
  },
  watchEvents: {
    title: '200 watchers × 300 writes: events delivered',
    unit: PER_SECOND,
    original: 21_400,
    target: 150_000,
    ofBare: 0.7,
  },
  watchDelay: {
    title: '200 watchers × 300 writes: p99 from write to receipt',
    unit: SECONDS,
    original: 2,
    target: 0.1,
  },
  startEmpty: { title: 'start to ready, empty store', unit: SECONDS, original: 0.8, target: 0.25 },
  startFull: { title: 'start to ready, 50,000 objects', unit: SECONDS, target: 1.5 },
  memoryEmpty: { title: 'resident memory, empty', unit: MEGABYTES, original: 90, target: 70 },
  memorySome: {
    title: 'resident memory, 5,000 objects created',
    unit: MEGABYTES,
    original: 162,
    target: 110,
  },
  memoryFull: { title: 'resident memory, 50,000 objects created', unit: MEGABYTES, target: 350 },
} satisfies Record<string, Row>

/** How cost grows with the number of stored and of returned objects. */
export const GROWTH = {
  get: { title: 'processor time of a get, at 100,000 objects : at 1,000', unit: TIMES, target: 1.3 },
  selected: {
    title: 'processor time of a list of 10 by a selector, at 100,000 objects : at 1,000',
    unit: TIMES,
    target: 1.3,
  },
  getRate: { title: 'time of a get, at 100,000 objects : at 1,000', unit: TIMES },
  selectedRate: { title: 'time of a list of 10 by a selector, at 100,000 objects : at 1,000', unit: TIMES },
  listed10: { title: 'an object of a list, limit=10', unit: MICROSECONDS },
  listed100: { title: 'an object of a list, limit=100', unit: MICROSECONDS },
  listed500: { title: 'an object of a list, limit=500', unit: MICROSECONDS },
  listed5000: { title: 'an object of a list, limit=5000', unit: MICROSECONDS },
} satisfies Record<string, Row>

/** How long the event loop is blocked, with 100,000 objects. */
export const LOOP = {
  mixed: {
    title: 'event loop blocked at most: mixed load during history compaction',
    unit: LOOP_BLOCKED,
    target: 20,
  },
  history: { title: 'event loop blocked at most: compaction of 100,000 creations', unit: LOOP_BLOCKED },
} satisfies Record<string, Row>

/** Durable writes per second of simulated workloads, with 10,000 pods. */
export const WORKLOADS = {
  many: { title: 'changes while 10,000 pods of 100 deployments come up', unit: PER_SECOND, target: 2000 },
  manyRolled: { title: 'changes while 100 deployments of 100 pods roll out', unit: PER_SECOND, target: 2000 },
  one: { title: 'changes while 10,000 pods of one deployment come up', unit: PER_SECOND, target: 2000 },
  oneRolled: {
    title: 'changes while one deployment of 10,000 pods rolls out',
    unit: PER_SECOND,
    target: 2000,
  },
} satisfies Record<string, Row>

/** 1,000 simulated nodes and 30,000 pods. The targets are the objectives of SIG scalability. */
export const CLUSTER = {
  pods: { title: 'pods until 30,000 run on 1,000 nodes', unit: PER_SECOND },
  memory: { title: 'memory with 1,000 nodes and 30,000 pods', unit: MEGABYTES },
  leases: { title: 'processor time of 1,000 leases every 10 s, per second', unit: MICROSECONDS },
  get: { title: 'gets of single objects, p99', unit: OBJECTIVE, target: 1000 },
  patch: { title: 'patches of single objects, p99', unit: OBJECTIVE, target: 1000 },
  namespace: { title: 'lists of a namespace of 3,000 pods, p99', unit: OBJECTIVE, target: 5000 },
  all: { title: 'lists of all 30,000 pods, p99', unit: OBJECTIVE, target: 30_000 },
} satisfies Record<string, Row>

/** A host with 5 members on the same two cores and 2,000 deployments: 10,000 copies. */
export const FEDERATION = {
  spread: { title: 'copies written to members', unit: PER_SECOND, target: 1000 },
  summed: { title: 'status reports of copies aggregated', unit: PER_SECOND, target: 1000 },
  changed: { title: 'one changed label, until 5 members have it, the longest of 100', unit: MILLISECONDS },
  returned: { title: 'changes propagated to a returned member', unit: PER_SECOND },
  returnedWrites: {
    title: 'writes to members while replicas move back',
    unit: PER_SECOND,
    target: 1000,
  },
  memory: { title: 'memory of the host for a copy', unit: KILOBYTES, target: 3 },
  idle: { title: 'processor time that members add to an idle host, per second', unit: MICROSECONDS },
} satisfies Record<string, Row>

/** 5,000 ConfigMaps in 20 members, beside plain writes to one server. */
export const FEDERATION_SCALE = {
  spread: { title: 'copies written to 20 members', unit: PER_SECOND },
  changed: { title: 'changed copies written to 20 members', unit: PER_SECOND },
  memory: { title: 'memory of the host of 20 members with 5,000 objects', unit: MEGABYTES },
} satisfies Record<string, Row>

/** Reads of a member through its host, on 16 connections, beside the same reads of the member. */
export const PROXY = {
  get: { title: 'gets of a ConfigMap through the host', unit: PER_SECOND, ofBare: 0.5 },
  list: { title: 'lists of 500 ConfigMaps through the host', unit: PER_SECOND, ofBare: 0.5 },
} satisfies Record<string, Row>

/** Searches over 100,000 pods in 4 clusters, beside the same requests to one server with all pods. */
export const SEARCH = {
  first: { title: 'pods in the first list of all clusters', unit: PER_SECOND },
  next: { title: 'pods in a later list of all clusters', unit: PER_SECOND, ofBare: 0.3 },
  page: { title: 'pages of 500 rows over all clusters', unit: PER_SECOND, ofBare: 0.3 },
  event: {
    title: 'from a write in a cluster to its event in a watch of all, the median',
    unit: MILLISECONDS,
  },
} satisfies Record<string, Row>

/**
 * Durable, on 16 connections over 1,000 Deployments in the current group. The baseline is a merge patch of objects
 * without managed fields, in the same version unless stated otherwise.
 */
export const APPLY = {
  label: { title: 'apply that changes a label, beside a merge patch of it', unit: PER_SECOND, ofBare: 0.5 },
  labelStored: {
    title: 'apply that changes a label, beside a merge patch of it in the version that is stored',
    unit: PER_SECOND,
  },
  replicas: {
    title: 'apply that changes the replicas, beside a merge patch of them',
    unit: PER_SECOND,
    ofBare: 0.5,
  },
  byTwo: {
    title: 'apply that changes a label, by two managers in turn, beside a merge patch of it',
    unit: PER_SECOND,
    ofBare: 0.5,
  },
  nothing: {
    title: 'apply that changes nothing, beside a get with a merge patch of a label',
    unit: PER_SECOND,
    ofBare: 0.8,
  },
  nothingPatched: {
    title: 'apply that changes nothing, beside a get with a merge patch that changes nothing',
    unit: PER_SECOND,
  },
  patch: {
    title: 'merge patch of a label of applied objects, beside others',
    unit: PER_SECOND,
  },
  patchOfSpec: {
    title: 'merge patch of the replicas of applied objects, beside others',
    unit: PER_SECOND,
  },
  createInApps: { title: 'create through apps/v1, beside extensions/v1beta1', unit: PER_SECOND },
  patchInApps: {
    title: 'merge patch of a label through apps/v1, beside extensions/v1beta1',
    unit: PER_SECOND,
  },
  patchOfSpecInApps: {
    title: 'merge patch of the replicas through apps/v1, beside extensions/v1beta1',
    unit: PER_SECOND,
  },
  listInApps: { title: 'list of 1,000 through apps/v1, beside extensions/v1beta1', unit: PER_SECOND },
} satisfies Record<string, Row>

/**
 * With 5,000 custom resources of 2 KB, 60 fields and five rules. The baseline is the same with Deployments of
 * `apps/v1`. Then 500 definitions of two versions each, with 180 fields and 15 rules per version.
 */
export const DEFINITIONS = {
  get: { title: 'get one custom resource, beside a Deployment', unit: PER_SECOND, ofBare: 1 },
  list: { title: 'list limit=500 of custom resources, beside Deployments', unit: PER_SECOND, ofBare: 1 },
  create: { title: 'create of custom resources, beside Deployments', unit: PER_SECOND, ofBare: 0.6 },
  patch: {
    title: 'merge patch of a label, custom resources beside Deployments',
    unit: PER_SECOND,
    ofBare: 0.6,
  },
  patchOfSpec: {
    title: 'merge patch of the spec, custom resources beside Deployments',
    unit: PER_SECOND,
    ofBare: 0.6,
  },
  establish: { title: '500 definitions established, 4 clients', unit: SECONDS, target: 5 },
  start: { title: 'start with 500 definitions: more than without', unit: SECONDS, target: 1.5 },
  memory: {
    title: 'memory after the creation of 500 definitions: more than before',
    unit: MEGABYTES,
    target: 100,
  },
  memoryOwn: { title: 'memory after the creation of 500 definitions: anonymous', unit: MEGABYTES },
  memoryAgain: {
    title: 'memory after a start with 500 definitions: more than without',
    unit: MEGABYTES,
    target: 100,
  },
  memoryAgainOwn: { title: 'memory after a start with 500 definitions: anonymous', unit: MEGABYTES },
} satisfies Record<string, Row>

/** The cost of TLS and HTTP/2. */
export const ACCESS = {
  getTls: { title: 'get one over TLS, 16 connections', unit: PER_SECOND, ofBare: 0.85 },
  watchTls: {
    title: '200 watchers × 300 writes over TLS: events delivered, beside no TLS',
    unit: PER_SECOND,
    ofBare: 0.5,
  },
  getHttp2: { title: 'get one over HTTP/2, 4 connections × 4 streams', unit: PER_SECOND, ofBare: 0.85 },
} satisfies Record<string, Row>

/** One server and one etcd member on the same two cores, like the original. */
export const ETCD = {
  create: {
    title: 'create, etcd, one server, 64 connections',
    unit: PER_SECOND,
    original: 1560,
    target: 1560,
  },
  patch: {
    title: 'merge patch over 1,000 objects, etcd, one server, 64 connections',
    unit: PER_SECOND,
    original: 1370,
    target: 1370,
  },
  get: {
    title: 'linearizable get, etcd, one server, 64 connections',
    unit: PER_SECOND,
    original: 2960,
    target: 5 * 2960,
  },
} satisfies Record<string, Row>

/** With an audit log of every request at level Metadata, at both stages. The baseline is the server without a log. */
export const AUDIT = {
  get: { title: 'get one, with audit of everything', unit: PER_SECOND, ofBare: 0.7 },
  patch: { title: 'merge patch, with audit of everything', unit: PER_SECOND, ofBare: 0.85 },
} satisfies Record<string, Row>

/** With a token, 1,000 roles and 10,000 bindings. The baseline is the server without authorization. */
export const RBAC = {
  get: { title: 'get one with a token and RBAC, beside no authorization', unit: PER_SECOND, ofBare: 0.95 },
  patch: {
    title: 'merge patch with a token and RBAC, beside no authorization',
    unit: PER_SECOND,
    ofBare: 0.95,
  },
} satisfies Record<string, Row>
