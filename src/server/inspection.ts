import type { RequestContext } from '#http/request/request-context.js'
import type { Mount } from '#http/routes/mount.js'
import type { Route } from '#http/routes/route.js'
import type { Inspected } from '#inspect/inspected.js'
import type { Inspection } from '#inspect/inspection.js'
import { forbidden } from '#meta/api-error.js'
import { ANONYMOUS } from '#meta/user.js'
import { COUNTS_PATH } from '#protocol/counts.js'
import { DEPENDENTS_PATH } from '#protocol/dependents.js'
import { HISTORY_PATH, REVISIONS_PATH } from '#protocol/history.js'
import { SERVER_PATH } from '#protocol/server.js'
import { lazy } from '#util/memoize.js'

type Respond = (inspection: Inspection, context: RequestContext) => void | Promise<void>

/** The paths of reads that Kubernetes does not have. Their code is loaded with the first of them. */
export class LazyInspection {
  readonly mounts: readonly Mount[]
  readonly routes: readonly Route[]

  constructor(inspected: Inspected) {
    const inspection = lazy(async () => {
      const { Inspection } = await import('#inspect/inspection.js')
      return new Inspection(inspected)
    })
    const route = (path: string, respond: Respond): Route => ({
      path,
      negotiated: true,
      respond: async (context) => respond(await inspection(), context),
    })
    /** For all users; without authentication for everybody. */
    const forUsers = (path: string, respond: Respond): Route => ({
      ...route(path, async (opened, context) => {
        const isKnown = context.user.groups.includes('system:authenticated')
        const right = { verb: 'get', path, resource: undefined }
        if (!isKnown && !(await inspected.authorize(context.user, right)).allowed) {
          throw forbidden(`User ${JSON.stringify(ANONYMOUS.name)} cannot get path ${JSON.stringify(path)}`)
        }
        return respond(opened, context)
      }),
      access: 'own',
    })
    this.mounts = [
      {
        prefix: HISTORY_PATH,
        servesOthers: false,
        root: forUsers(HISTORY_PATH, ({ history }, context) => history.ofAll(context)),
        api: route(HISTORY_PATH, ({ history }, context) => history.ofPath(context)),
      },
      {
        prefix: DEPENDENTS_PATH,
        servesOthers: false,
        api: route(DEPENDENTS_PATH, ({ dependents }, context) => dependents.respond(context)),
      },
    ]
    this.routes = [
      forUsers(REVISIONS_PATH, ({ revisions }, context) => revisions.respond(context)),
      forUsers(COUNTS_PATH, ({ counts }, context) => counts.respond(context)),
      forUsers(SERVER_PATH, ({ server }, context) => server.respond(context)),
    ]
  }
}
