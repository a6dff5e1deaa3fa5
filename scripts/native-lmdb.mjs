// Finds the native code of lmdb, in the place of the package that does so for every platform, compiler and runtime: that
// one loads a dozen modules in each of two threads, and `node:child_process` to learn which C library the system has.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** How the loader of musl, the other C library of Linux, calls the processors that there are packages for. */
const MUSL_NAMES = { arm64: 'aarch64', x64: 'x86_64' }

export default function load() {
  const entry = createRequire(import.meta.url).resolve('lmdb')
  const require = createRequire(entry)
  const folder = dirname(dirname(entry))
  const prebuilt = isUsual(folder) ? prebuiltFor(require) : undefined
  return prebuilt === undefined ? require('node-gyp-build-optional-packages')(folder) : require(prebuilt)
}

/** Linux with glibc, where no other build is asked for than the one that came with the package. */
function isUsual(folder) {
  const { arch, env, platform } = process
  if (platform !== 'linux' || MUSL_NAMES[arch] === undefined) return false
  if (env.LMDB_PREBUILD !== undefined || env.LIBC !== undefined || existsSync(join(folder, 'build')))
    return false
  return !existsSync(`/lib/ld-musl-${MUSL_NAMES[arch]}.so.1`)
}

/** The build for this release of Node, or the one for all releases. */
function prebuiltFor(require) {
  const { arch, platform, versions } = process
  try {
    const prebuilds = dirname(require.resolve(`@lmdb/lmdb-${platform}-${arch}`))
    return [`node.abi${versions.modules}.glibc.node`, 'node.napi.glibc.node']
      .map((name) => join(prebuilds, name))
      .find(existsSync)
  } catch {
    return undefined
  }
}
