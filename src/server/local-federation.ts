import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CloseStack } from '#util/async/close-stack.js'
import { defaultConfig, type LogLevel, type ServerConfig, StartError } from './config.js'
import { contextsKubeconfig } from './kubeconfig/contexts-kubeconfig.js'
import { type RunningServer, startServer } from './server.js'

/** A federation in this process. */
export interface LocalFederationRequest {
  readonly members: number
  /** The port of the host; members have the next ones. 0 picks free ports. */
  readonly port: number
  /** A folder for the data of all servers; empty keeps everything in memory. */
  readonly dataDir: string
  readonly logLevel: LogLevel
}

export interface LocalMember {
  readonly name: string
  readonly url: string
  readonly region: string
  readonly zones: readonly string[]
}

export interface LocalFederation {
  readonly host: { readonly url: string }
  readonly members: readonly LocalMember[]
  /** A kubeconfig with a context for the host and for each member. Removed by `close`, unless it is in the data folder. */
  readonly kubeconfigFile: string
  close(): Promise<void>
}

export const HOST_CONTEXT = 'host'
/** Members are in turn in these regions. */
const REGIONS = ['eu-west', 'us-east', 'ap-south', 'eu-north', 'us-west']
const ZONES_PER_MEMBER = 2
/** Shorter than the default, so that a stopped member is soon noticed. */
const PROBE_INTERVAL_MS = 1000
const READY_WITHIN_MS = 60_000
const POLL_MS = 50
const CLUSTERS = '/apis/federation/v1beta1/clusters'
const NODES = '/api/v1/nodes'

/** Starts a host and members with simulated workloads, and waits until all are ready. Rejects with a `StartError`. */
export async function startLocalFederation(request: LocalFederationRequest): Promise<LocalFederation> {
  const opened = new CloseStack()
  try {
    return await start(request, opened)
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

async function start(request: LocalFederationRequest, opened: CloseStack): Promise<LocalFederation> {
  const serve = async (name: string, offset: number, more: Partial<ServerConfig>) => {
    const server = await startServer({ ...serverConfig(request, name, offset), ...more })
    opened.push(() => server.close())
    return server
  }
  const members: LocalMember[] = []
  for (let index = 1; index <= request.members; index++) {
    const server = await serve(`m${index}`, index, { simulateWorkloads: true })
    members.push(await asMember(server, index))
  }
  // Last, so that it closes first: a host does not probe members that end with it.
  const host = await serve(HOST_CONTEXT, 0, {
    federation: true,
    clusterProbeIntervalMs: PROBE_INTERVAL_MS,
  })
  for (const member of members) await register(host.url, member)
  for (const member of members) await untilReady(host.url, member)
  const folder =
    request.dataDir !== '' ? resolve(request.dataDir) : await mkdtemp(join(tmpdir(), 'binnacle-federation-'))
  if (request.dataDir === '') opened.push(() => rm(folder, { recursive: true, force: true }))
  const kubeconfigFile = join(folder, 'kubeconfig')
  await writeFile(kubeconfigFile, contextsKubeconfig([{ name: HOST_CONTEXT, url: host.url }, ...members]), {
    mode: 0o600,
  })
  return { host, members, kubeconfigFile, close: () => opened.close() }
}

function serverConfig(
  { port, dataDir, logLevel }: LocalFederationRequest,
  name: string,
  offset: number,
): ServerConfig {
  return {
    ...defaultConfig,
    port: port === 0 ? 0 : port + offset,
    logLevel,
    ...(dataDir === '' ? { storage: 'memory' } : { storage: 'embedded', dataDir: join(dataDir, name) }),
  }
}

/** Labels the nodes of a member with its region and zones. */
async function asMember(server: RunningServer, index: number): Promise<LocalMember> {
  const place = REGIONS[(index - 1) % REGIONS.length] as string
  // A second round of regions gets numbers.
  const round = Math.floor((index - 1) / REGIONS.length)
  const region = round === 0 ? place : `${place}-${round + 1}`
  const zones = Array.from({ length: ZONES_PER_MEMBER }, (_, zone) => `${region}-${'abc'[zone]}`)
  // The first node appears by itself.
  await server.settled()
  for (const [number, zone] of zones.entries()) {
    const labels = { 'topology.kubernetes.io/region': region, 'topology.kubernetes.io/zone': zone }
    await put(server.url, NODES, { metadata: { name: `node-${number + 1}`, labels } })
  }
  return { name: `m${index}`, url: server.url, region, zones }
}

function register(host: string, { name, url, region }: LocalMember): Promise<void> {
  return put(host, CLUSTERS, {
    metadata: { name, labels: { region } },
    spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: url }] },
  })
}

interface Written {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  readonly [property: string]: unknown
}

/** Creates the object, or changes the existing one: a data folder may be used again. */
async function put(server: string, collection: string, object: Written): Promise<void> {
  const created = await send(server, 'POST', collection, object)
  if (created.ok) return
  const { name } = object.metadata
  const changed = await send(server, 'PATCH', `${collection}/${name}`, object)
  if (!changed.ok) throw new StartError(`cannot prepare ${name}: ${await changed.text()}`)
}

function send(server: string, method: string, path: string, body?: object): Promise<Response> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  return fetch(server + path, {
    method,
    headers: { 'content-type': type },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** The part of a Cluster that tells whether the host knows it well. */
interface ClusterReport {
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string
      readonly status: string
      readonly message?: string
    }[]
    readonly zones?: readonly string[]
  }
}

async function untilReady(host: string, { name, zones }: LocalMember): Promise<void> {
  const end = performance.now() + READY_WITHIN_MS
  for (;;) {
    const response = await send(host, 'GET', `${CLUSTERS}/${name}`)
    const { status } = (await response.json()) as ClusterReport
    const isReady = status?.conditions?.some(
      (condition) => condition.type === 'Ready' && condition.status === 'True',
    )
    if (isReady && status?.zones?.length === zones.length) return
    if (performance.now() > end) {
      const reasons = status?.conditions?.map(({ message }) => message).join(', ') || 'it was not probed'
      throw new StartError(
        `the cluster ${name} is not ready after ${READY_WITHIN_MS / 1000} seconds: ${reasons}`,
      )
    }
    await pause(POLL_MS)
  }
}
