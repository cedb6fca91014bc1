/** Providers that are built into the runtime, by the names it writes into every stream. */
export const runtimeProvider = 'Microsoft-Windows-DotNETRuntime'
/** What was loaded and compiled, written at the end of a session (or at its start). */
export const rundownProvider = 'Microsoft-Windows-DotNETRuntimeRundown'
export const privateProvider = 'Microsoft-Windows-DotNETRuntimePrivate'
/** Stacks of all managed threads, a thousand times a second. */
export const sampleProvider = 'Microsoft-DotNETCore-SampleProfiler'
