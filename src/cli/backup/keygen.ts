import { type Command, flagsOf } from '#cli/command.js'
import type { ProcessEnvironment } from '#cli/process-environment.js'
import { readOptions } from '#cli/read-options.js'
import { transfer } from '#cli/store/transfer.js'
import type { OptionTable } from '#server/options/option.js'

interface KeygenRequest {
  readonly out: string
}

const OPTIONS: OptionTable<KeygenRequest> = {
  out: {
    flag: '--out',
    placeholder: '<file>',
    hasVariable: false,
    help: 'file to write the private key to; the public key is written beside it',
    expected: 'the file to write',
    parse: (text) => (text === '' || text === '-' ? undefined : text),
    format: String,
  },
}

export const keygenCommand: Command<KeygenRequest> = {
  name: 'backup keygen',
  usage: ['--out <file>'],
  summary: 'make a key pair for backups',
  description: `Makes an X25519 key pair in PEM. Backups are encrypted with the public key (--recipient-file), which may be
anywhere, and opened with the private key (--private-key-file), which belongs in a safe place. Without
it the backups are lost.`,
  flags: flagsOf(OPTIONS, { out: undefined }),
  parse: (argv, env) => readOptions(OPTIONS, { out: undefined }, argv, env),
  run: makeKeys,
}

function makeKeys({ out }: KeygenRequest, environment: ProcessEnvironment): Promise<number> {
  return transfer(true, environment, 'no key was made', async () => {
    const { makeKeyPair } = await import('#transfer/sealing/key-files.js')
    const { OutputFile } = await import('#transfer/files/output-file.js')
    const { privateKey, publicKey } = makeKeyPair()
    for (const [path, pem] of [
      [out, privateKey],
      [`${out}.pub`, publicKey],
    ] as const) {
      const file = await OutputFile.create(path, { replace: false, compress: false })
      await file.write(Buffer.from(pem))
      await file.finish()
    }
    environment.print(`private key: ${out}`)
    environment.print(`public key:  ${out}.pub`)
  })
}
