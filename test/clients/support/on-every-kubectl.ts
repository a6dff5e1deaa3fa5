import { after } from 'node:test'
import { Client } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { clientSuite, serverOfSuite } from './client-suite.js'
import { Kubectl, type KubectlProgram, kubectlPrograms } from './kubectl.js'

export interface KubectlSuite {
  readonly kubectl: Kubectl
  /** A client of the same server, to act as a controller. */
  readonly client: Client
}

/** Every suite runs with an old and a current kubectl. */
const AGES = [
  { age: 'old', isOfThatAge: ({ minor }: KubectlProgram) => minor <= 20 },
  { age: 'recent', isOfThatAge: ({ minor }: KubectlProgram) => minor >= 32 },
]

/** Runs a suite with every installed kubectl, each with its own server. */
export function onEveryKubectl(name: string, suite: (subject: KubectlSuite) => void): void {
  withEveryKubectl(name, async (program) => suite(await subjectOf(program)))
}

/** Runs a suite with every installed kubectl. */
export function withEveryKubectl(name: string, suite: (program: KubectlProgram) => Promise<void>): void {
  const programs = kubectlPrograms()
  for (const { age, isOfThatAge } of AGES) {
    if (programs.some(isOfThatAge)) continue
    clientSuite(`${age} kubectl: ${name}`, `no ${age} kubectl in /usr/bin or in KUBECTLS`, () => {})
  }
  for (const program of programs) {
    clientSuite(`kubectl ${program.version}: ${name}`, undefined, () => suite(program))
  }
}

async function subjectOf(program: KubectlProgram): Promise<KubectlSuite> {
  const home = await temporaryFolder()
  after(() => home.remove())
  const server = await serverOfSuite()
  return { kubectl: new Kubectl({ program, server, home: home.path }), client: new Client(server) }
}
