/** The part of pidusage that is used here; the package has no types of its own. */
declare module 'pidusage' {
  interface ProcessUsage {
    /** 100 = one core. */
    readonly cpu: number
    readonly memory: number
  }
  export default function pidusage(pids: number[]): Promise<Readonly<Record<number, ProcessUsage | undefined>>>
}
