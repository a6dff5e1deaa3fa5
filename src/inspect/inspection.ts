import { Router } from '#http/router.js'
import { CountsRoute } from './counts-route.js'
import { DependentsRoute } from './dependents-route.js'
import { HistoryRoute } from './history-route.js'
import { type Inspected, PreferredStores } from './inspected.js'
import { RevisionsRoute } from './revisions-route.js'
import { ServerRoute } from './server-route.js'

/** Reads that Kubernetes does not have. Loaded with the first of them. */
export class Inspection {
  readonly history: HistoryRoute
  readonly revisions: RevisionsRoute
  readonly dependents: DependentsRoute
  readonly counts: CountsRoute
  readonly server: ServerRoute

  constructor(inspected: Inspected) {
    const preferred = new PreferredStores(inspected)
    const router = new Router(inspected.stores)
    this.history = new HistoryRoute(inspected, preferred, router)
    this.revisions = new RevisionsRoute(inspected)
    this.counts = new CountsRoute(inspected, preferred)
    this.server = new ServerRoute(inspected)
    this.dependents = new DependentsRoute(inspected, preferred, router)
  }
}
