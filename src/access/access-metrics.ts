import type { User } from '#meta/user.js'
import type { Counter, MetricsRegistry } from '#observe/metrics.js'

/** Counts requests by the outcome of authentication and authorization, under the names of kube-apiserver. */
export class AccessMetrics {
  readonly rejected: Counter
  readonly allowed: Counter
  readonly denied: Counter
  readonly #authenticated: Counter
  readonly #admins: Counter
  readonly #addresses: Counter
  readonly #others: Counter

  constructor(registry: MetricsRegistry) {
    const attempts = registry.counter('authentication_attempts', 'Authenticated and rejected requests.', [
      'result',
    ])
    this.#authenticated = attempts.labels('success')
    this.rejected = attempts.labels('failure')
    const decisions = registry.counter('authorization_attempts_total', 'Allowed and forbidden requests.', [
      'result',
    ])
    this.allowed = decisions.labels('allowed')
    this.denied = decisions.labels('denied')
    const users = registry.counter(
      'authenticated_user_requests',
      'Authenticated requests. Users are grouped: admin, those with an email address as name, and all others.',
      ['username'],
    )
    this.#admins = users.labels('admin')
    this.#addresses = users.labels('email_id')
    this.#others = users.labels('other')
  }

  onAuthenticated({ name }: User): void {
    this.#authenticated.value++
    const counter = name === 'admin' ? this.#admins : name.includes('@') ? this.#addresses : this.#others
    counter.value++
  }
}
