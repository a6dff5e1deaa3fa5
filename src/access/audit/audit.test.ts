import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequestContext } from '#http/request/request-context.js'
import { internalError } from '#meta/api-error.js'
import { ANONYMOUS } from '#meta/user.js'
import { systemClock } from '#util/clock.js'
import { Audit } from './audit.js'
import { endingOf } from './event/annotations.js'
import { MicroTimes } from './event/micro-times.js'
import { PendingEvents } from './pending-events.js'
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
    answeredAt: performance.now(),
    code: 200,
    ...members,
  } as RequestContext
}

function audited(policy: Policy) {
  const events: Record<string, unknown>[] = []
  const append = (lines: string) => {
    for (const line of lines.trimEnd().split('\n')) events.push(JSON.parse(line))
  }
  const pending = new PendingEvents({
    append,
    appendBytes: (lines) => append(Buffer.from(lines).toString()),
  })
  const audit = new Audit(
    { current: new CompiledPolicy(policy), recordsRefusals: false },
    {
      events: pending,
      times: new MicroTimes(systemClock),
      unaskedEnding: endingOf(undefined, false),
    },
  )
  const run = (context: RequestContext, change: (context: RequestContext) => void = () => undefined) => {
    audit.before(context)
    change(context)
    audit.after(context)
    pending.write()
    return events
  }
  return { audit, run, events, pending }
}

describe('the filter that records requests', () => {
  it('records a fault of the server as a stage of its own', () => {
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

  it('does not ask when a request was answered before it is, also where its receipt is like those before', () => {
    const { audit, pending, events } = audited({ rules: [{ level: 'Metadata' }] })
    const findings = {} as NonNullable<RequestContext['request']['findings']>
    const request = { url: '/version', method: 'GET', headers: {}, findings } as RequestContext['request']
    for (let round = 0; round < 4; round++) {
      let isAnswered = false
      const context = contextOf({ request, isNamedByClient: false, auditNumber: round })
      const answeredAt = performance.now() + 5_000
      Object.defineProperty(context, 'answeredAt', {
        get: () => (isAnswered ? answeredAt : assert.fail('the request is not answered')),
      })
      audit.before(context)
      pending.write()
      isAnswered = true
      audit.after(context)
      pending.write()
    }
    const seconds = events.map(
      ({ requestReceivedTimestamp: received, stageTimestamp: reached }) =>
        (Date.parse(String(reached)) - Date.parse(String(received))) / 1000,
    )
    assert.deepEqual(seconds.map(Math.round), [0, 5, 0, 5, 0, 5, 0, 5])
  })

  it('records a request whose client was gone before it was answered', () => {
    const { run } = audited({ omitStages: ['RequestReceived'], rules: [{ level: 'Metadata' }] })
    const [event] = run(contextOf({}), (context) => {
      context.code = 0
    })
    assert.deepEqual(event?.responseStatus, {
      metadata: {},
      status: 'Failure',
      message: 'the client closed the connection before it was answered',
    })
  })

  it('records nothing at the stages that are left out', () => {
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

  it('records no user, and asks no rule about users, where it was not found out who sends a request', () => {
    const { audit, events, pending } = audited({
      rules: [{ level: 'None', userGroups: [...ANONYMOUS.groups] }, { level: 'Metadata' }],
    })
    audit.recordUnknown(contextOf({ code: 403 }))
    pending.write()
    assert.deepEqual(events[0]?.user, {})
    audit.after(contextOf({ code: 403 }))
    pending.write()
    assert.equal(events.length, 1)
  })
})
