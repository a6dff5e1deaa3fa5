import type { Page } from 'playwright-core'

/** A task of the main thread of a page, in milliseconds. */
export interface Task {
  /** From its start to its end; on a loaded machine mostly the time of others. */
  readonly duration: number
  /** What the thread computed. */
  readonly cpu: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const CATEGORIES = ['__metadata', 'toplevel']
const TASK = 'ThreadControllerImpl::RunTask'
/** As the Long Tasks API of browsers. */
const LONG_MS = 50

/** Records the long tasks of the main thread until the returned function is called. */
export async function recordLongTasks(page: Page): Promise<() => Promise<readonly Task[]>> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      if (event.name === TASK || event.name === 'thread_name') events.push(event)
    }
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: CATEGORIES,
      excludedCategories: ['*'],
    },
  })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    await session.detach()
    const main = new Set(
      events.filter(({ args }) => args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
    )
    return events
      .filter(({ pid, tid, dur = 0 }) => main.has(`${pid} ${tid}`) && dur > LONG_MS * 1000)
      .map(({ dur = 0, tdur = dur }) => ({ duration: dur / 1000, cpu: tdur / 1000 }))
  }
}
