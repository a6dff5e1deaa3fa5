// The first script of the single executable: unpacks the package into a cache of the user, once for each version, and runs it.
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { homedir, tmpdir } = require('node:os')
const { dirname, join } = require('node:path')
const { getAsset, getRawAsset } = require('node:sea')
const { gunzipSync } = require('node:zlib')

/** systemd names a folder of the service; a user without a home gets one that ends with the process. */
function unpacked() {
  const digest = getAsset('digest', 'utf8')
  const { CACHE_DIRECTORY, XDG_CACHE_HOME } = process.env
  const cache = join(CACHE_DIRECTORY || XDG_CACHE_HOME || join(homedir(), '.cache'), 'binnacle')
  const folder = join(cache, digest)
  if (existsSync(folder)) return folder
  try {
    makeFolder(cache)
    const complete = mkdtempSync(join(cache, 'unpacking-'))
    unpackInto(complete)
    // Another process may have been faster.
    if (existsSync(folder)) rmSync(complete, { recursive: true })
    else renameSync(complete, folder)
    return folder
  } catch (error) {
    if (existsSync(folder)) return folder
    if (!['EACCES', 'ENOENT', 'ENOTDIR', 'EROFS', 'EPERM'].includes(error.code)) throw error
    const temporary = mkdtempSync(join(tmpdir(), 'binnacle-program-'))
    process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))
    unpackInto(temporary)
    return temporary
  }
}

/** Not with `recursive: true`, which never ends where a file system answers ENOENT below a folder that exists, as /proc does. */
function makeFolder(path) {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}

function unpackInto(folder) {
  const archive = gunzipSync(Buffer.from(getRawAsset('archive')))
  let position = 4 + archive.readUInt32LE(0)
  for (const [path, length] of JSON.parse(archive.toString('utf8', 4, position))) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, archive.subarray(position, position + length))
    position += length
  }
  // Only a script that is a file can import modules.
  writeFileSync(join(folder, 'start.cjs'), "import('./dist/cli/main.js')\n")
}

createRequire(join(unpacked(), 'start.cjs'))('./start.cjs')
