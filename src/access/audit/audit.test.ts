import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequestContext } from '#http/request/request-context.js'
import { internalError } from '#meta/api-error.js'
import { ANONYMOUS } from '#meta/user.js'
import { systemClock } from '#util/clock.js'
import { Audit } from './audit.js'
import { MicroTimes } from './event/micro-times.js'
import { CompiledPolicy } from './policy/compiled-policy.js'
import type { Policy } from './policy/policy.js'

/** A request as the pipeline leaves it behind. */
function contextOf(members: Partial<RequestContext>): RequestContext {
  return {
    arrivedAt: performance.now(),
    request: { url: '/version', method: 'GET', headers: {} },
    peer: {},
    user: ANONYMOUS,
    attributes: { user: ANONYMOUS, verb: 'get', path: '/version', resource: undefined },
    auditId: 'id',
    respondedAt: performance.now(),
    code: 200,
    ...members,
  } as RequestContext
}

function audited(policy: Policy) {
  const events: Record<string, unknown>[] = []
  const audit = new Audit(
    { current: new CompiledPolicy(policy), recordsRefusals: false },
    {
      log: { append: (line) => void events.push(JSON.parse(line)) },
      times: new MicroTimes(systemClock),
      defaultDecision: undefined,
    },
  )
  const run = (context: RequestContext, change: (context: RequestContext) => void = () => undefined) => {
    audit.before(context)
    change(context)
    audit.after(context)
    return events
  }
  return { audit, run, events }
}

describe('the audit filter', () => {
  it('records a fault of the server as the stage Panic', () => {
    const { run } = audited({ rules: [{ level: 'Metadata' }] })
    const events = run(contextOf({}), (context) => {
      context.fault = new Error('broken')
      context.code = 500
      context.status = internalError().toStatus()
    })
    assert.deepEqual(
      events.map(({ stage }) => stage),
      ['RequestReceived', 'Panic'],
    )
    assert.match(JSON.stringify(events[1]?.responseStatus), /"code":500/)
  })

  it('reads the time of the response only once the response is sent', () => {
    const { audit, events } = audited({ rules: [{ level: 'Metadata' }] })
    let isSent = false
    const context = contextOf({})
    const respondedAt = performance.now() + 5_000
    Object.defineProperty(context, 'respondedAt', {
      get: () => (isSent ? respondedAt : assert.fail('the request has no response')),
    })
    audit.before(context)
    isSent = true
    audit.after(context)
    const seconds = events.map(
      ({ requestReceivedTimestamp: received, stageTimestamp: reached }) =>
        (Date.parse(String(reached)) - Date.parse(String(received))) / 1000,
    )
    assert.deepEqual(seconds.map(Math.round), [0, 5])
  })

  it('records a request whose client disconnects before the response', () => {
    const { run } = audited({ omitStages: ['RequestReceived'], rules: [{ level: 'Metadata' }] })
    const [event] = run(contextOf({}), (context) => {
      context.code = 0
    })
    assert.deepEqual(event?.responseStatus, {
      metadata: {},
      status: 'Failure',
      message: 'the client closed the connection before the response',
    })
  })

  it('records nothing at omitted stages', () => {
    const { run, events } = audited({
      rules: [{ level: 'Metadata', omitStages: ['RequestReceived', 'ResponseComplete'] }],
    })
    run(contextOf({}))
    assert.equal(events.length, 0)
    run(contextOf({}), (context) => context.recorder?.onStream())
    assert.deepEqual(
      events.map(({ stage }) => stage),
      ['ResponseStarted'],
    )
  })

  it('records no user, and matches no rule about users, when authentication did not finish', () => {
    const { audit, events } = audited({
      rules: [{ level: 'None', userGroups: [...ANONYMOUS.groups] }, { level: 'Metadata' }],
    })
    audit.recordUnknown(contextOf({ code: 403 }))
    assert.deepEqual(events[0]?.user, {})
    audit.after(contextOf({ code: 403 }))
    assert.equal(events.length, 1)
  })
})
