import { Counter, type MetricsRegistry } from '#observe/metrics.js'

/** Counts uses of service account tokens, under the names of kube-apiserver. */
export class TokenMetrics {
  /** Tokens without audiences, which are those in Secrets. */
  readonly legacy: Counter
  readonly manual: Counter
  readonly generated: Counter
  readonly invalidated: Counter
  /** Extended tokens, before and after they should have been renewed. */
  readonly valid: Counter
  readonly stale: Counter

  /** Without a registry, the counts are not published. */
  constructor(registry: MetricsRegistry | undefined) {
    const counter = (name: string, help: string) =>
      registry?.counter(`serviceaccount_${name}`, help).labels() ?? new Counter()
    this.legacy = counter('legacy_tokens_total', 'Uses of tokens without audiences.')
    this.manual = counter(
      'legacy_manual_token_uses_total',
      'Uses of tokens in Secrets that their account does not name.',
    )
    this.generated = counter(
      'legacy_auto_token_uses_total',
      'Uses of tokens in Secrets that their account names.',
    )
    this.invalidated = counter(
      'invalid_legacy_auto_token_uses_total',
      'Uses of tokens in Secrets with the label kubernetes.io/legacy-token-invalid-since.',
    )
    this.valid = counter('valid_tokens_total', 'Uses of extended tokens within the requested lifetime.')
    this.stale = counter('stale_tokens_total', 'Uses of extended tokens after the requested lifetime.')
  }
}
