import { caBundleError } from '#kinds/shared/ca-bundle.js'
import { validateClientConfig } from '#kinds/shared/webhook-client.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { dns1035Label } from '#meta/formats.js'
import type { CustomResourceConversion, WebhookConversion } from './schema.js'

const STRATEGIES = ['None', 'Webhook']
const NEEDS_WEBHOOK = 'required when strategy is set to Webhook'
const NO_WEBHOOK = 'should not be set when strategy is not set to Webhook'

/** What the stored definition says, if there is one. */
export interface FormerConversion {
  readonly conversion: Readonly<CustomResourceConversion> | undefined
  /** Whether the definition is served, so that its webhook has to work. */
  readonly isEstablished: boolean
}

export function validateConversion(
  { strategy, webhook }: Readonly<CustomResourceConversion>,
  errors: FieldErrors,
  before: FormerConversion | undefined,
): void {
  mustBeGivenAsOneOf('strategy', strategy, STRATEGIES, errors)
  if (strategy === 'Webhook') {
    if (webhook?.clientConfig === undefined) errors.required('webhook.clientConfig', NEEDS_WEBHOOK)
    if (webhook === undefined) errors.required('webhook.conversionReviewVersions')
    errors.field('webhook', webhook, validateWebhook, before)
    return
  }
  if (webhook?.clientConfig !== undefined) errors.forbidden('webhook.clientConfig', NO_WEBHOOK)
  if (webhook?.conversionReviewVersions?.length) {
    errors.forbidden('webhook.conversionReviewVersions', NO_WEBHOOK)
  }
}

function validateWebhook(
  { clientConfig, conversionReviewVersions: versions }: Readonly<WebhookConversion>,
  errors: FieldErrors,
  before: FormerConversion | undefined,
): void {
  const former = before?.conversion?.webhook
  errors.field('clientConfig', clientConfig, (config, errors) => {
    validateClientConfig(config, errors)
    const { caBundle } = config
    if (!before?.isEstablished || caBundleError(former?.clientConfig?.caBundle) !== undefined) return
    const error = caBundleError(caBundle)
    if (error !== undefined) errors.invalid('caBundle', caBundle, error)
  })
  if (versions === null || versions.length === 0) {
    errors.required('conversionReviewVersions')
    return
  }
  errors.eachDistinct('conversionReviewVersions', versions, (version, errors, seen) => {
    if (seen.has(version)) errors.invalid('', version, 'duplicate version')
    else errors.format('', version, dns1035Label)
    seen.add(version)
  })
  // A list that was empty before may stay empty.
  if (hasKnownReview(versions) || !hasKnownReview(former?.conversionReviewVersions ?? KNOWN_REVIEWS)) return
  errors.invalid(
    'conversionReviewVersions',
    versions,
    `must include at least one of ${KNOWN_REVIEWS.join(', ')}`,
  )
}

const KNOWN_REVIEWS = ['v1', 'v1beta1']

const hasKnownReview = (versions: readonly string[]) =>
  versions.some((version) => KNOWN_REVIEWS.includes(version))
