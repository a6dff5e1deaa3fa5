import { existsSync } from 'node:fs'
import { type BrowserContext, chromium } from 'playwright-core'
import { temporaryFolder } from '../support/temporary-folder.js'

const EXECUTABLE = '/usr/bin/chromium'

/** In CI no test may be skipped. */
const isCi = Boolean(process.env.CI || process.env.TEST_SKIP_NOTHING)

/** Why browser tests are skipped; false if they can or must run. */
export const browserMissing: string | false =
  existsSync(EXECUTABLE) || isCi ? false : `there is no ${EXECUTABLE}`

/** Shows a client certificate to an origin, and trusts every server. */
export interface ShownCertificate {
  readonly origin: string
  readonly cert: string
  readonly key: string
}

/** A browser without a profile or background network traffic. */
export async function openBrowser(
  certificate?: ShownCertificate,
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = await temporaryFolder()
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: EXECUTABLE,
    viewport: { width: 1280, height: 900 },
    ...(certificate && {
      ignoreHTTPSErrors: true,
      clientCertificates: [
        {
          origin: certificate.origin,
          cert: Buffer.from(certificate.cert),
          key: Buffer.from(certificate.key),
        },
      ],
    }),
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
  // A loaded machine must not fail the test.
  context.setDefaultTimeout(120_000)
  return {
    context,
    close: async () => {
      await context.close()
      await profile.remove()
    },
  }
}
