/** A loopback address from 127.1.0.0 on for each process id. Only Linux has them without configuration. */
const ofProcess = (pid: number) => `127.${1 + (pid >>> 16)}.${(pid >>> 8) & 0xff}.${pid & 0xff}`

/**
 * An address that no other test process listens on. Tests that release a port and bind it again, such as for a restart, use
 * it: on 127.0.0.1 another test could have taken the port.
 */
export const OWN_ADDRESS = process.platform === 'linux' ? ofProcess(process.pid) : '127.0.0.1'
