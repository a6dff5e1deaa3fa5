import { existsSync } from 'node:fs'
import { type BrowserContext, chromium } from 'playwright-core'
import { temporaryFolder } from '../support/temporary-folder.js'

const EXECUTABLE = '/usr/bin/chromium'

/** Where the checks of record run, nothing may be left out. */
const isCi = Boolean(process.env.CI || process.env.BINNACLE_CI)

/** Why tests in a browser have to be left out here; false where they can run, or must. */
export const browserMissing: string | false =
  existsSync(EXECUTABLE) || isCi ? false : `there is no ${EXECUTABLE}`

/** A browser without a profile that asks nothing of the network by itself. */
export async function openBrowser(): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = await temporaryFolder()
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: EXECUTABLE,
    viewport: { width: 1280, height: 900 },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  // A busy machine is no reason to fail.
  context.setDefaultTimeout(120_000)
  return {
    context,
    close: async () => {
      await context.close()
      await profile.remove()
    },
  }
}
