/** Addresses of loopback from 127.1.0.0 on, one for each number of a process. Only Linux has them without further ado. */
const ofProcess = (pid: number) => `127.${1 + (pid >>> 16)}.${(pid >>> 8) & 0xff}.${pid & 0xff}`

/**
 * An address that no other test process listens on. What gives a port back and takes it again later, such as a server that is
 * started anew, does so here: on 127.0.0.1 the port could be that of another test by then.
 */
export const OWN_ADDRESS = process.platform === 'linux' ? ofProcess(process.pid) : '127.0.0.1'
