import {
  HELD_UP,
  KILOBYTES,
  MEGABYTES,
  MICROSECONDS,
  MILLISECONDS,
  PER_SECOND,
  type Row,
  SECONDS,
  TIMES,
} from './row.js'

/** Requests per second of the bare server on the machine of the targets. */
export const REFERENCE_RATE = 31_000

/** Over 5,000 Deployments of about 2 KB in one namespace, where nothing else is said. */
export const TARGETS = {
  get: {
    title: 'get one, 16 connections',
    unit: PER_SECOND,
    original: 2960,
    wanted: 22_000,
    ofBare: 0.75,
  },
  listChunk: {
    title: 'list limit=500, 4 connections',
    unit: PER_SECOND,
    original: 45,
    wanted: 1000,
    ofBare: 0.6,
  },
  listAll: {
    title: 'list all 5,000, 2 connections',
    unit: PER_SECOND,
    original: 5.2,
    wanted: 110,
    ofBare: 0.6,
  },
  listSelected: {
    title: 'list by a selector that matches 10 of 5,000, 4 connections',
    unit: PER_SECOND,
    original: 8.6,
    wanted: 5000,
  },
  create: { title: 'create, durable, 32 connections', unit: PER_SECOND, original: 1560, wanted: 7000 },
  patch: {
    title: 'merge patch, durable, 16 connections over 1,000 objects',
    unit: PER_SECOND,
    original: 1370,
    wanted: 6000,
  },
  watchEvents: {
    title: '200 watchers × 300 writes: events delivered',
    unit: PER_SECOND,
    original: 21_400,
    wanted: 150_000,
    ofBare: 0.7,
  },
  watchDelay: {
    title: '200 watchers × 300 writes: p99 from write to receipt',
    unit: SECONDS,
    original: 2,
    wanted: 0.1,
  },
  startEmpty: { title: 'start to ready, empty store', unit: SECONDS, original: 0.8, wanted: 0.25 },
  startFull: { title: 'start to ready, 50,000 objects', unit: SECONDS, wanted: 1.5 },
  memoryEmpty: { title: 'resident memory, empty', unit: MEGABYTES, original: 90, wanted: 70 },
  memorySome: {
    title: 'resident memory, 5,000 objects created',
    unit: MEGABYTES,
    original: 162,
    wanted: 110,
  },
  memoryFull: { title: 'resident memory, 50,000 objects created', unit: MEGABYTES, wanted: 350 },
} satisfies Record<string, Row>

/** How cost grows with what is stored, and with what is returned. */
export const GROWTH = {
  get: { title: 'processor time of a get, at 100,000 objects : at 1,000', unit: TIMES, wanted: 1.3 },
  selected: {
    title: 'processor time of a list of 10 by a selector, at 100,000 objects : at 1,000',
    unit: TIMES,
    wanted: 1.3,
  },
  getRate: { title: 'time of a get, at 100,000 objects : at 1,000', unit: TIMES },
  selectedRate: { title: 'time of a list of 10 by a selector, at 100,000 objects : at 1,000', unit: TIMES },
  listed10: { title: 'an object of a list, limit=10', unit: MICROSECONDS },
  listed100: { title: 'an object of a list, limit=100', unit: MICROSECONDS },
  listed500: { title: 'an object of a list, limit=500', unit: MICROSECONDS },
  listed5000: { title: 'an object of a list, limit=5000', unit: MICROSECONDS },
} satisfies Record<string, Row>

/** For how long anything holds up everything else, with 100,000 objects. */
export const LOOP = {
  mixed: {
    title: 'event loop held up at most: mixed load, history forgotten meanwhile',
    unit: HELD_UP,
    wanted: 20,
  },
  history: { title: 'event loop held up at most: history of 100,000 creations forgotten', unit: HELD_UP },
} satisfies Record<string, Row>

/** Writes of all objects that simulated workloads make in a second, durable, with 10,000 pods. */
export const WORKLOADS = {
  many: { title: 'changes while 10,000 pods of 100 deployments come up', unit: PER_SECOND, wanted: 2000 },
  manyRolled: { title: 'changes while 100 deployments of 100 pods roll out', unit: PER_SECOND, wanted: 2000 },
  one: { title: 'changes while 10,000 pods of one deployment come up', unit: PER_SECOND, wanted: 2000 },
  oneRolled: {
    title: 'changes while one deployment of 10,000 pods rolls out',
    unit: PER_SECOND,
    wanted: 2000,
  },
} satisfies Record<string, Row>

/** A host with 5 members on the same two cores, and 2,000 deployments, which makes 10,000 copies. */
export const FEDERATION = {
  spread: { title: 'copies that come to members', unit: PER_SECOND, wanted: 1000 },
  summed: { title: 'reports of copies that are summed up', unit: PER_SECOND, wanted: 1000 },
  changed: { title: 'one changed label, until 5 members have it, the longest of 100', unit: MILLISECONDS },
  returned: { title: 'changes that are brought to a member that was away', unit: PER_SECOND },
  returnedWrites: {
    title: 'writes to members meanwhile, others give back the replicas that they ran',
    unit: PER_SECOND,
    wanted: 1000,
  },
  memory: { title: 'memory of the host for a copy', unit: KILOBYTES, wanted: 3 },
  idle: { title: 'processor time that members add to a host at rest, in a second', unit: MICROSECONDS },
} satisfies Record<string, Row>

/**
 * Durable, on 16 connections over 1,000 Deployments of today's group. Beside a row stands what it is compared with, in
 * place of a bare server: merge patches of objects that were never applied, in the same version where nothing else is
 * said.
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
    title: 'merge patch of a label of what was applied, beside one of what was not',
    unit: PER_SECOND,
  },
  patchOfSpec: {
    title: 'merge patch of the replicas of what was applied, beside one of what was not',
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
 * Over 5,000 objects of 2 KB of a defined kind with 60 fields and five rules. Beside a row stands the same of Deployments of
 * `apps/v1`, in place of a bare server. Then 500 definitions of two versions each, with 180 fields and 15 rules in a version.
 */
export const DEFINITIONS = {
  get: { title: 'get one of a defined kind, beside a Deployment', unit: PER_SECOND, ofBare: 1 },
  list: { title: 'list limit=500 of a defined kind, beside Deployments', unit: PER_SECOND, ofBare: 1 },
  create: { title: 'create of a defined kind, beside Deployments', unit: PER_SECOND, ofBare: 0.6 },
  patch: { title: 'merge patch of a label, defined kind beside Deployments', unit: PER_SECOND, ofBare: 0.6 },
  patchOfSpec: {
    title: 'merge patch of the spec, defined kind beside Deployments',
    unit: PER_SECOND,
    ofBare: 0.6,
  },
  establish: { title: '500 definitions established, 4 clients', unit: SECONDS, wanted: 5 },
  start: { title: 'start with 500 definitions: more than without', unit: SECONDS, wanted: 1.5 },
  memory: { title: 'memory after 500 definitions were made: more than before', unit: MEGABYTES, wanted: 100 },
  memoryOwn: { title: 'memory after 500 definitions were made: in no file', unit: MEGABYTES },
  memoryAgain: {
    title: 'memory after a start with 500 definitions: more than without',
    unit: MEGABYTES,
    wanted: 100,
  },
  memoryAgainOwn: { title: 'memory after a start with 500 definitions: in no file', unit: MEGABYTES },
} satisfies Record<string, Row>

/** Who is let in costs little. */
export const ACCESS = {
  getTls: { title: 'get one over TLS, 16 connections', unit: PER_SECOND, ofBare: 0.85 },
  watchTls: {
    title: '200 watchers × 300 writes over TLS: events delivered, beside no TLS',
    unit: PER_SECOND,
    ofBare: 0.5,
  },
  getHttp2: { title: 'get one over HTTP/2, 4 connections × 4 streams', unit: PER_SECOND, ofBare: 0.85 },
} satisfies Record<string, Row>

/** Through one server on one member of etcd, which the original shares the two cores with as well. */
export const ETCD = {
  create: {
    title: 'create, etcd, one server, 64 connections',
    unit: PER_SECOND,
    original: 1560,
    wanted: 1560,
  },
  patch: {
    title: 'merge patch over 1,000 objects, etcd, one server, 64 connections',
    unit: PER_SECOND,
    original: 1370,
    wanted: 1370,
  },
  get: {
    title: 'linearizable get, etcd, one server, 64 connections',
    unit: PER_SECOND,
    original: 2960,
    wanted: 5 * 2960,
  },
} satisfies Record<string, Row>

/** With metadata of every request in an audit log, at both of its stages. Beside a row stands the server without a log. */
export const AUDIT = {
  get: { title: 'get one, with audit of everything', unit: PER_SECOND, ofBare: 0.7 },
  patch: { title: 'merge patch, with audit of everything', unit: PER_SECOND, ofBare: 0.85 },
} satisfies Record<string, Row>

/** With a token, and rights by 1,000 roles and 10,000 bindings. Beside a row stands the server without users. */
export const RBAC = {
  get: { title: 'get one with a token and rights, beside the open server', unit: PER_SECOND, ofBare: 0.95 },
  patch: {
    title: 'merge patch with a token and rights, beside the open server',
    unit: PER_SECOND,
    ofBare: 0.95,
  },
} satisfies Record<string, Row>
