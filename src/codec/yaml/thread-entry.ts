/** The file that the thread which reads YAML starts with. */
export const THREAD_ENTRY = new URL('./yaml-thread.js', import.meta.url)
