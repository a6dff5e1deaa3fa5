import type { MutatingWebhook } from '#kinds/admissionregistration/mutatingwebhookconfiguration/index.js'
import type { MatchCondition } from '#kinds/admissionregistration/shared/match-condition.js'
import { REVIEW_VERSIONS } from '#kinds/admissionregistration/shared/webhook-rules.js'
import type { ValidatingWebhook } from '#kinds/admissionregistration/validatingwebhookconfiguration/index.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ClientConfig } from '#webhooks/client/webhook-endpoint.js'
import type { ResourceRules } from '#webhooks/matching/resource-match.js'
import type { Selectors } from '#webhooks/matching/selector-match.js'

/** A webhook of a configuration, with defaults. */
export interface RegisteredWebhook extends ResourceRules, Selectors {
  readonly name: string
  readonly configuration: string
  readonly clientConfig: ClientConfig
  /** Whether the write continues if the call fails. */
  readonly failsOpen: boolean
  readonly timeoutSeconds: number
  /** The AdmissionReview version to send. */
  readonly reviewVersion: string
  /** Whether the webhook is called again after later changes. */
  readonly isReinvoked: boolean
  readonly matchConditions: readonly MatchCondition[]
}

interface Configuration extends ApiObject {
  webhooks?: readonly (ValidatingWebhook & Partial<MutatingWebhook>)[] | undefined
}

const USUAL_TIMEOUT = 10

/** The webhooks of all configurations, in call order. */
export function registeredWebhooks(configurations: readonly Configuration[]): readonly RegisteredWebhook[] {
  return configurations.flatMap(({ metadata, webhooks = [] }) =>
    webhooks.map((webhook) => ({
      name: webhook.name,
      configuration: metadata.name ?? '',
      clientConfig: webhook.clientConfig,
      rules: webhook.rules,
      matchPolicy: webhook.matchPolicy,
      namespaceSelector: webhook.namespaceSelector,
      objectSelector: webhook.objectSelector,
      failsOpen: webhook.failurePolicy === 'Ignore',
      timeoutSeconds: webhook.timeoutSeconds ?? USUAL_TIMEOUT,
      reviewVersion: preferredVersion(webhook.admissionReviewVersions ?? []),
      isReinvoked: webhook.reinvocationPolicy === 'IfNeeded',
      matchConditions: webhook.matchConditions ?? [],
    })),
  )
}

function preferredVersion(understood: readonly string[]): string {
  return understood.find((version) => REVIEW_VERSIONS.includes(version)) ?? (REVIEW_VERSIONS[0] as string)
}
