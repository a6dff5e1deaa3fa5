import assert from 'node:assert/strict'
import type { Client, Json } from '#test/support/client.js'
import { condition } from '../clusters-of-servers.js'
import { type ChaosKind, contentOf, expectedClusters, KINDS, NAMESPACES } from './objects.js'
import type { SearchInformer } from './search-informer.js'
import { MEMBERS, type MemberName, PULLED, type Stage } from './stage.js'
import { POLICIES } from './writer.js'

export const SEARCH = '/apis/search.binnacle.dev/v1alpha1/all'
const CLUSTER = 'federation.binnacle.dev/cluster'
const OWNED_BY = 'federation.binnacle.dev/owned-by'
const MANAGED = 'federation.binnacle.dev/managed'

/** Objects by namespace and name. */
type Objects = ReadonlyMap<string, Json>

/** Asserts that hosts, members and searches agree. Resolves with the objects of the host by path. */
export async function expectAgreement(
  stage: Stage,
  informers: ReadonlyMap<string, SearchInformer>,
): Promise<ReadonlyMap<string, Json>> {
  const paths = new Map<string, Json>()
  for (const server of stage.hosts) {
    const host = stage.client(server)
    const { body } = await host.get(`${POLICIES}/gold`)
    const policy: readonly MemberName[] = body.spec.placement.clusterNames
    for (const kind of KINDS) {
      const objects = await listed(host, kind)
      const copies = new Map<MemberName, Objects>()
      for (const name of MEMBERS) copies.set(name, await listed(stage.client(stage.member(name)), kind))
      for (const [place, object] of objects) {
        const [namespace, name] = place.split('/')
        paths.set(`${kind.root}/namespaces/${namespace}/${kind.name}/${name}`, object)
        expectCopies(kind, place, object, copies, expectedClusters(kind, object, policy))
      }
      expectNothingElse(kind, objects, copies)
    }
  }
  for (const { root, name } of KINDS) await expectSameSearch(stage, `${root}/${name}`, informers.get(name))
  await expectSameSearch(stage, '/api/v1/pods', informers.get('pods'))
  return paths
}

async function listed(client: Client, { root, name }: ChaosKind): Promise<Objects> {
  const { status, text, body } = await client.get(`${root}/${name}`)
  // A member that never got an object does not know the kind.
  if (status === 404 && name === 'widgets') return new Map()
  assert.equal(status, 200, text)
  const ours = body.items.filter(({ metadata }: Json) => NAMESPACES.includes(metadata.namespace))
  return new Map(ours.map((object: Json) => [placeOf(object), object]))
}

const placeOf = ({ metadata }: Json) => `${metadata.namespace}/${metadata.name}`
const isCopy = ({ metadata }: Json) => metadata.labels?.[MANAGED] === 'true'

function expectCopies(
  kind: ChaosKind,
  place: string,
  object: Json,
  copies: ReadonlyMap<MemberName, Objects>,
  clusters: readonly MemberName[],
): void {
  const title = `${kind.name} ${place} (${object.metadata.annotations['federation.binnacle.dev/cluster-status']})`
  assert.equal(object.metadata.deletionTimestamp, undefined, `${title} is not deleted yet`)
  const found = MEMBERS.flatMap((name) => {
    const copy = copies.get(name)?.get(place)
    return copy !== undefined && isCopy(copy) ? [[name, copy] as const] : []
  })
  for (const [name, copy] of found) {
    assert.ok(clusters.includes(name), `${title} is in ${name}, but belongs to ${clusters}`)
    assert.equal(copy.metadata.annotations[OWNED_BY], object.metadata.uid, `${title} in ${name}`)
    assert.deepEqual(contentOf(copy), contentOf({ ...object, spec: specOf(kind, object, copy) }), title)
  }
  if (kind.name === 'jobs')
    expectJob(
      title,
      object,
      found.map(([, copy]) => copy),
      clusters.length,
    )
  else {
    const names = found.map(([name]) => name)
    assert.deepEqual(names, clusters, `${title} is in ${names}, but belongs to ${clusters}`)
    if (kind.name === 'deployments')
      expectReplicas(
        title,
        object,
        found.map(([, copy]) => copy),
      )
  }
}

/** The host generates the selector of a Job. */
const specOf = ({ name }: ChaosKind, { spec }: Json, copy: Json) =>
  name === 'jobs' ? { ...spec, template: { ...spec.template, metadata: copy.spec.template.metadata } } : spec

function expectReplicas(title: string, { spec, status, metadata }: Json, copies: readonly Json[]): void {
  const sum = (number: (copy: Json) => number | undefined) =>
    copies.reduce((total, copy) => total + (number(copy) ?? 0), 0)
  const wanted = copies.length === 0 ? 0 : spec.replicas
  assert.equal(
    sum((copy) => copy.spec.replicas),
    wanted,
    `${title} has other replicas`,
  )
  assert.equal(
    sum((copy) => copy.status.readyReplicas),
    wanted,
    `${title} is not ready in its clusters`,
  )
  if (copies.length === 0) return
  assert.equal(status.readyReplicas ?? 0, wanted, `the status of ${title} differs`)
  assert.equal(status.observedGeneration, metadata.generation, `the generation of ${title} is not observed`)
  assert.equal(condition({ status }, 'Propagated')?.status, 'True', title)
}

/**
 * Every completion counts once. Nothing has run twice, unless a cluster was lost: others took over what it had not finished
 * by then, and it may have finished it nevertheless.
 */
function expectJob(
  title: string,
  { spec, status, metadata }: Json,
  copies: readonly Json[],
  clusters: number,
): void {
  if (clusters === 0) return
  assert.equal(status.succeeded, spec.completions, `${title} is not complete: ${JSON.stringify(status)}`)
  assert.equal(condition({ status }, 'Complete')?.status, 'True', title)
  const { clusters: shares } = JSON.parse(metadata.annotations['federation.binnacle.dev/job-shares'])
  const hasLost = Object.values<Json>(shares).some(({ share, closed }) => closed ?? share?.isReplaced)
  const done = copies.reduce((sum, copy) => sum + (copy.status?.succeeded ?? 0), 0)
  if (hasLost) return
  // A finished Job leaves a cluster that it no longer belongs in.
  assert.ok(done <= spec.completions, `${title} ran ${done} completions: ${JSON.stringify(shares)}`)
}

function expectNothingElse(
  { name: kind }: ChaosKind,
  objects: Objects,
  copies: ReadonlyMap<MemberName, Objects>,
): void {
  for (const [name, found] of copies) {
    for (const [place, object] of found) {
      assert.ok(objects.has(place) || !isCopy(object), `${kind} ${place} is still in ${name}`)
    }
  }
}

/**
 * An object of a search, apart from its version: events of searches have a token instead, and so each object has to show
 * its content.
 */
export function versionOf({ metadata, data, spec, status }: Json): string {
  const { namespace, name, uid, generation, annotations = {} } = metadata
  const { [CLUSTER]: cluster, ...own } = annotations
  return JSON.stringify([cluster, namespace, name, uid, generation, own, data, spec, status])
}

const inCluster = (cluster: string, object: Json) =>
  versionOf({
    ...object,
    metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [CLUSTER]: cluster } },
  })

/**
 * Asserts that a list of a search, and whoever follows it, have the same objects as the members. Only the host that leads
 * reaches the member with an agent: the other names it in a warning.
 */
async function expectSameSearch(stage: Stage, path: string, informer?: SearchInformer): Promise<void> {
  const there = new Map<MemberName, readonly string[]>()
  for (const name of MEMBERS) {
    const { status, body } = await stage.client(stage.member(name)).get(path)
    there.set(name, status === 200 ? body.items.map((object: Json) => inCluster(name, object)) : [])
  }
  const objectsIn = (names: readonly MemberName[]) => names.flatMap((name) => there.get(name) ?? []).sort()
  const all = objectsIn(MEMBERS)
  if (all.length === 0) return
  let complete = 0
  for (const server of stage.hosts) {
    const { status, text, body, headers } = await stage.client(server).get(SEARCH + path)
    assert.equal(status, 200, text)
    const isPartial = stage.hosts.length > 1 && (headers.get('warning') ?? '').endsWith(`${PULLED}"`)
    const reached = MEMBERS.filter((name) => !isPartial || name !== PULLED)
    const found = body.items.filter(({ metadata }: Json) => reached.includes(metadata.annotations[CLUSTER]))
    assert.deepEqual(found.map(versionOf).sort(), objectsIn(reached), `search of ${path}`)
    if (!isPartial) complete++
  }
  assert.ok(complete > 0, `no host finds all of ${path}`)
  if (informer !== undefined) assert.deepEqual(informer.objects, all, `informer of ${path}`)
}
