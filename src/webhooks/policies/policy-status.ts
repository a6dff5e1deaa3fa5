import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import { validatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/index.js'
import type { ValidatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/schema.js'
import { ApiError } from '#meta/api-error.js'
import { objectKey } from '#registry/keys.js'
import type { ResourceStore } from '#registry/store.js'
import type { CustomResourceTypeOf } from './type-checking.js'

interface Policy {
  readonly name: string
}

/** Reports type checking warnings in the status of policies. */
export class PolicyStatus extends QueueController<Policy> {
  readonly name = 'validating-admission-policy-status'
  readonly #policies = new Map<string, Policy>()
  readonly #customResourceTypes: () => Promise<CustomResourceTypeOf>

  /** `customResourceTypes` loads the types of custom resources. */
  constructor(context: ControllerContext, customResourceTypes: () => Promise<CustomResourceTypeOf>) {
    super(context, 1)
    this.#customResourceTypes = customResourceTypes
  }

  protected follow(): readonly (() => void)[] {
    const { feed } = this.context
    for (const { name } of feed.objectsOf(validatingAdmissionPolicy)) this.#policies.set(name, { name })
    return [
      feed.follow(
        ({ before, after }) => {
          if (after === undefined) this.#policies.delete(before?.name ?? '')
          else this.#onChange(after.name)
        },
        (kind) => kind === validatingAdmissionPolicy,
      ),
    ]
  }

  protected lead(): Iterable<Policy> {
    return this.#policies.values()
  }

  protected async work({ name }: Policy): Promise<void> {
    const { feed, stores, kinds } = this.context
    const found = feed.find(objectKey(validatingAdmissionPolicy, undefined, name))
    if (found === undefined) return
    const { metadata, spec, status } = JSON.parse(found.json.toString()) as ValidatingAdmissionPolicy
    if (status?.observedGeneration === metadata.generation) return
    const { expressionWarnings } = await import('./type-checking.js')
    const warnings = await expressionWarnings(spec, kinds.servedVersions, await this.#customResourceTypes())
    const store = stores.ofKind(validatingAdmissionPolicy) as
      | ResourceStore<ValidatingAdmissionPolicy>
      | undefined
    if (store === undefined || !this.isLeading) return
    await store.writer
      .modify(undefined, name, {
        retry: true,
        mode: 'status',
        next: (current) => {
          const policy = current.copy()
          // A changed policy is checked again.
          if (policy.metadata.generation !== metadata.generation) return policy
          const typeChecking = { expressionWarnings: warnings.length === 0 ? undefined : warnings }
          policy.status = { ...policy.status, observedGeneration: metadata.generation, typeChecking }
          return policy
        },
      })
      .catch(unlessGone)
  }

  protected onFailure({ name }: Policy, err: unknown, failures: number): void {
    this.context.logger.warn({ err, policy: name, failures }, 'failed to type-check a policy')
  }

  #onChange(name: string): void {
    const policy = this.#policies.get(name) ?? { name }
    this.#policies.set(name, policy)
    this.add(policy)
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.error === 'notFound')) throw error
}
