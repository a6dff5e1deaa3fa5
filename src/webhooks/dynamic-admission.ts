import { mutatingAdmissionPolicy } from '#kinds/admissionregistration/mutatingadmissionpolicy/index.js'
import { mutatingAdmissionPolicyBinding } from '#kinds/admissionregistration/mutatingadmissionpolicybinding/index.js'
import { mutatingWebhookConfiguration } from '#kinds/admissionregistration/mutatingwebhookconfiguration/index.js'
import { validatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/index.js'
import { validatingAdmissionPolicyBinding } from '#kinds/admissionregistration/validatingadmissionpolicybinding/index.js'
import { validatingWebhookConfiguration } from '#kinds/admissionregistration/validatingwebhookconfiguration/index.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionPlugin, Registrations } from '#registry/write/admission.js'
import type { Random } from '#util/random.js'
import { MutatingWebhooks } from './admission/mutating-webhooks.js'
import { ValidatingWebhooks } from './admission/validating-webhooks.js'
import { WebhookCaller } from './admission/webhook-caller.js'
import { WebhookMetrics } from './admission/webhook-metrics.js'
import type { LazyWebhookClient } from './client/lazy-client.js'
import { MutatingPolicies } from './policies/mutating-policies.js'
import { ValidatingPolicies } from './policies/validating-policies.js'
import { AdmissionRegistrations } from './registrations.js'

/** Admission webhooks and policies. A write that none of them matches skips this. */
export class DynamicAdmission {
  readonly registrations: Registrations
  /** In call order. */
  readonly plugins: readonly AdmissionPlugin[]
  readonly #close: () => void

  constructor(
    kinds: KindRegistry,
    feed: ChangeFeed,
    client: LazyWebhookClient,
    authorize: Authorize,
    random: Random,
    registry: MetricsRegistry,
  ) {
    const mutatesByPolicy = MutatingPolicies.areServed(kinds)
    const registrations = new AdmissionRegistrations(feed, [
      ...(mutatesByPolicy ? [mutatingAdmissionPolicy, mutatingAdmissionPolicyBinding] : []),
      mutatingWebhookConfiguration,
      validatingWebhookConfiguration,
      validatingAdmissionPolicy,
      validatingAdmissionPolicyBinding,
    ])
    const around = { objects: feed, authorize }
    const metrics = new WebhookMetrics(registry)
    // The change is not delivered to everyone yet.
    registrations.onChange(() => setImmediate(() => metrics.keep(webhookNames(registrations))))
    const caller = new WebhookCaller(client, random, metrics)
    this.registrations = registrations
    this.plugins = [
      ...(mutatesByPolicy ? [new MutatingPolicies(registrations, kinds, feed, authorize)] : []),
      new MutatingWebhooks(registrations, around, caller),
      new ValidatingPolicies(registrations, kinds, feed, authorize),
      new ValidatingWebhooks(registrations, around, caller),
    ]
    this.#close = () => registrations.close()
  }

  close(): void {
    this.#close()
  }
}

function webhookNames(registrations: AdmissionRegistrations): ReadonlySet<string> {
  const configurations = [
    ...registrations.objects(mutatingWebhookConfiguration),
    ...registrations.objects(validatingWebhookConfiguration),
  ]
  return new Set(configurations.flatMap(({ webhooks = [] }) => webhooks.map(({ name }) => name)))
}
