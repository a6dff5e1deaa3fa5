// Builds `dist/binnacle-linux-x64` (or its like for this machine): Node with the package and what it depends on inside. The program
// unpacks them once into a cache of the user and runs from there, because threads and lmdb's native part have to be files.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const WORK = '.build/executable'
const TARGET = `dist/binnacle-${process.platform}-${process.arch}`
/** Marks the place in Node's program for the content; Node's documentation of single executable applications names it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const IS_NEEDED = /\.(js|cjs|mjs|json|node|html|css|svg|png|br|gz)$/
/** Never read at run time; and native parts for other releases of Node. */
const IS_LEFT_OUT = /(^|\/)(bin|src|test|tests|bench|docs|dict|@types)\/|\.map$|\.musl\.node$/

/** The package itself and what `npm ci --omit=dev` would install. */
function folders() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const dependencies = Object.entries(packages).filter(
    ([path, { dev, devOptional, peer }]) => path !== '' && !dev && !devOptional && !peer,
  )
  return dependencies.map(([path]) => path).filter((path) => statSync(path, { throwIfNoEntry: false }))
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function isNativeOfThisNode(path) {
  const [, abi] = /\.abi(\d+)\./.exec(path) ?? []
  return abi === undefined || abi === process.versions.modules
}

const files = [
  'package.json',
  ...filesBelow('dist').filter((path) => /\.js$/.test(path)),
  ...filesBelow('dist').filter((path) => !/\.(js|ts|map)$/.test(path) && !path.startsWith('dist/binnacle-')),
  ...folders().flatMap((folder) =>
    filesBelow(folder).filter(
      (path) =>
        IS_NEEDED.test(path) && !IS_LEFT_OUT.test(path.slice(folder.length)) && isNativeOfThisNode(path),
    ),
  ),
]
const contents = files.map((path) => readFileSync(path))
const index = Buffer.from(JSON.stringify(files.map((path, number) => [path, contents[number].length])))
const length = Buffer.alloc(4)
length.writeUInt32LE(index.length)
const archive = gzipSync(Buffer.concat([length, index, ...contents]))

mkdirSync(WORK, { recursive: true })
writeFileSync(`${WORK}/archive`, archive)
writeFileSync(`${WORK}/digest`, createHash('sha256').update(archive).digest('hex').slice(0, 16))
const config = {
  main: 'scripts/executable-start.cjs',
  output: `${WORK}/blob`,
  disableExperimentalSEAWarning: true,
  assets: { archive: `${WORK}/archive`, digest: `${WORK}/digest` },
}
writeFileSync(`${WORK}/config.json`, JSON.stringify(config))
execFileSync(process.execPath, ['--experimental-sea-config', `${WORK}/config.json`], { stdio: 'inherit' })
copyFileSync(process.execPath, TARGET)
const postject = ['node_modules/postject/dist/cli.js', TARGET, 'NODE_SEA_BLOB', `${WORK}/blob`]
execFileSync(process.execPath, [...postject, '--sentinel-fuse', FUSE], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
console.log(`${TARGET}: ${Math.round(statSync(TARGET).size / 1e6)} MB, ${files.length} files inside`)
