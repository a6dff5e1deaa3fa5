import {
  findServer,
  SERVER_DEFAULTS,
  SERVER_OPTIONS,
  type ServerRequest,
  serverRequestError,
  withEnvironment,
} from '#cli/backup/server-options.js'
import { type Command, flagsOf } from '#cli/command.js'
import type { ProcessEnvironment } from '#cli/process-environment.js'
import { checked, type Defaults, readOptions } from '#cli/read-options.js'
import type { RewriteChoices } from '#server/encryption/run-rewrite.js'
import { type OptionTable, switchOption } from '#server/options/option.js'
import { formatCount, formatRecords } from './progress-display.js'
import { transfer } from './transfer.js'

interface RewriteRequest extends ServerRequest, RewriteChoices {
  readonly quiet: boolean
}

const OPTIONS: OptionTable<RewriteRequest> = {
  rate: {
    flag: '--rate',
    placeholder: '<number>',
    hasVariable: false,
    help: 'limit of writes per second',
    expected: 'a number from 1 to 1000000',
    parse: (text) => (/^[1-9][0-9]{0,6}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : undefined),
    format: (rate) => (rate === 0 ? 'none' : String(rate)),
  },
  removesUndecryptable: {
    ...switchOption('--remove-undecryptable', 'delete objects that cannot be decrypted; they are lost'),
    hasVariable: false,
  },
  quiet: { ...switchOption('--quiet', 'print nothing unless it fails'), hasVariable: false },
  ...SERVER_OPTIONS,
}

const DEFAULTS: Defaults<RewriteRequest> = {
  ...SERVER_DEFAULTS,
  rate: 0,
  removesUndecryptable: false,
  quiet: false,
}

export const rewriteCommand: Command<RewriteRequest> = {
  name: 'rewrite',
  usage: ['[flags]'],
  summary: 'encrypt all stored objects with the first provider and key',
  description: `Has a running server write every value anew that --encryption-config would store otherwise today: with another
key or provider, or not encrypted. The server serves meanwhile, and no other write is lost. Each object
that is written gets a new resource version. An interrupted rewrite goes on when the command runs again.

The user needs the permission to post to /binnacle/v1/rewrite. Exits with 1 if there are values that cannot
be decrypted; they stay as they are, unless --remove-undecryptable deletes them.`,
  flags: flagsOf(OPTIONS, DEFAULTS),
  parse: (argv, env) =>
    withEnvironment(checked(readOptions(OPTIONS, DEFAULTS, argv, env), serverRequestError), env),
  run: rewrite,
}

function rewrite(request: RewriteRequest, environment: ProcessEnvironment): Promise<number> {
  const again = 'the same command goes on from here'
  return transfer(request.quiet, environment, again, async (work) => {
    // Loaded only now: help and usage errors are printed without waiting for it.
    const { TransferError } = await import('#transfer/progress.js')
    const { runRewrite, undecryptableNames } = await import('#server/encryption/run-rewrite.js')
    const result = await runRewrite(await findServer(request), request, work)
    const { read, rewritten } = result
    work.note(`rewrote ${formatRecords(rewritten)} of ${formatCount(read)}; all others are up to date`)
    const names = undecryptableNames(result)
    if (names === undefined) return
    if (request.removesUndecryptable) work.note(`deleted values that could not be decrypted: ${names}`)
    else throw new TransferError(`these values cannot be decrypted and stay as they are: ${names}`)
  })
}
