import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  type Informer,
  type KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  type V1Deployment,
  type V1Service,
} from '@kubernetes/client-node'
import { deploymentOf, SELECTOR, serviceOf, statusOf, WEBSITES, type Website } from './website.ts'
import { WorkQueue } from './work-queue.ts'

const WEBSITES_PATH = `/apis/${WEBSITES.group}/${WEBSITES.version}/${WEBSITES.plural}`
const MANAGER = 'website-operator'

export interface OperatorOptions {
  /** The pause before an informer starts again after an error; one second by default. */
  readonly reconnectMs?: number
  readonly log?: (line: string) => void
}

/** Keeps a Deployment and a Service for each Website. */
export class Operator {
  readonly #custom: CustomObjectsApi
  readonly #objects: KubernetesObjectApi
  readonly #queue: WorkQueue
  readonly #informers: Informer<KubernetesObject>[]
  readonly #reconnectMs: number
  readonly #log: (line: string) => void
  #isStopped = false

  constructor(config: KubeConfig, { reconnectMs = 1_000, log = () => undefined }: OperatorOptions = {}) {
    this.#custom = config.makeApiClient(CustomObjectsApi)
    this.#objects = KubernetesObjectApi.makeApiClient(config)
    this.#reconnectMs = reconnectMs
    this.#log = log
    this.#queue = new WorkQueue(
      (key) => this.#reconcile(key),
      (key, error) => {
        // Someone else wrote in the meantime: the next attempt reads what is there now.
        if (codeOf(error) !== 409) log(`${key}: ${error}`)
      },
    )
    const core = config.makeApiClient(CoreV1Api)
    const apps = config.makeApiClient(AppsV1Api)
    const selected = { labelSelector: SELECTOR }
    const websites = makeInformer<KubernetesObject>(config, WEBSITES_PATH, () =>
      this.#custom.listClusterCustomObject(WEBSITES),
    )
    const deployments = makeInformer<V1Deployment>(
      config,
      '/apis/apps/v1/deployments',
      () => apps.listDeploymentForAllNamespaces(selected) as Promise<KubernetesListObject<V1Deployment>>,
      SELECTOR,
    )
    const services = makeInformer<V1Service>(
      config,
      '/api/v1/services',
      () => core.listServiceForAllNamespaces(selected) as Promise<KubernetesListObject<V1Service>>,
      SELECTOR,
    )
    websites.on('change', ({ metadata }) => this.#queue.add(`${metadata?.namespace}/${metadata?.name}`))
    deployments.on('change', (deployment) => this.#childChanged(deployment))
    services.on('change', (service) => this.#childChanged(service))
    this.#informers = [websites, deployments, services]
  }

  async start(): Promise<void> {
    for (const informer of this.#informers) this.#reconnect(informer)
    await Promise.all(this.#informers.map((informer) => informer.start()))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#informers.map((informer) => informer.stop()))
    await this.#queue.stop()
  }

  #childChanged({ metadata }: V1Deployment | V1Service): void {
    const owner = metadata?.ownerReferences?.find(({ controller }) => controller)
    if (owner?.kind === 'Website') this.#queue.add(`${metadata?.namespace}/${owner.name}`)
  }

  /** An informer ends after an error, such as a lost connection. It continues where it was, or lists again. */
  #reconnect(informer: Informer<KubernetesObject>): void {
    informer.on('error', async (error) => {
      if (this.#isStopped) return
      this.#log(`a watch ended: ${error}`)
      await pause(this.#reconnectMs)
      if (!this.#isStopped) await informer.start()
    })
  }

  /** Makes the cluster as the website says. Does the same however often it runs, and whatever was done before. */
  async #reconcile(key: string): Promise<void> {
    const [namespace, name] = key.split('/') as [string, string]
    const website = await this.#read(namespace, name)
    // The garbage collector deletes what a deleted website owns.
    if (website === undefined || website.metadata.deletionTimestamp !== undefined) return
    const deployment = await this.#apply(deploymentOf(website))
    await this.#apply(serviceOf(website))
    const status = statusOf(website, deployment)
    if (isDeepStrictEqual(asJson(status), asJson(website.status))) return
    // With the resourceVersion that was read: an outdated status is a conflict, and never overwrites a newer one.
    await this.#custom.replaceNamespacedCustomObjectStatus({
      ...{ ...WEBSITES, namespace, name },
      body: { ...website, status },
    })
  }

  async #read(namespace: string, name: string): Promise<Website | undefined> {
    try {
      return await this.#custom.getNamespacedCustomObject({ ...WEBSITES, namespace, name })
    } catch (error) {
      if (codeOf(error) === 404) return undefined
      throw error
    }
  }

  #apply<T extends KubernetesObject>(object: T): Promise<T> {
    const strategy = PatchStrategy.ServerSideApply
    return this.#objects.patch(object, undefined, undefined, MANAGER, true, strategy)
  }
}

const codeOf = (error: unknown) => (error instanceof ApiException ? error.code : undefined)

const asJson = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
