/** Why what a job made is not whole, as parts of a sentence. */
const reasonWords: ReadonlyMap<string, string> = new Map([
  ['names-missing', 'symbols were not collected'],
  ['no-names-asked', 'recorded without symbols'],
  ['no-end', 'the end of the stream was not collected'],
  ['target-ended', 'the process ended during the recording'],
  ['connection-lost', 'the connection was lost'],
  ['link-lost', 'the SSH connection to the machine was lost'],
  ['disk-full', 'the disk was full'],
  ['write-failed', 'writing to the file failed'],
  ['file-removed', 'the file was deleted, moved or replaced while it was recorded'],
  ['not-verified', 'the disk took too long to read it back'],
  ['too-slow-disk', 'the disk could not keep up'],
  ['cut-off', 'the last block is cut off'],
  ['damaged', 'parts of it cannot be read'],
  ['interrupted', 'Pipescope ended while writing the file'],
  ['no-answer', 'the process did not respond to the stop request'],
  ['locked-up', 'the runtime locked up while it was stopped, a known bug in .NET Core 3.1'],
  ['empty', 'it holds no events'],
  ['heap-partial', 'the heap graph is partial'],
  ['dump-partial', 'the end of the dump is missing'],
  ['part-not-used', 'fetched from the beginning, because the part that was here didn’t match the file there'],
  ['dump-missing', 'the runtime reported success without writing a file'],
  ['dump-not-a-dump', 'the file is not a dump'],
  ['dump-unverified', 'the file cannot be read from here'],
  ['case-steps-failed', 'some steps are not complete'],
  ['not-exported', 'not exported yet'],
  ['dump-report-only', 'crash report only, as requested'],
])

export function wordReason(reason: string): string {
  return reasonWords.get(reason) ?? reason.replaceAll('-', ' ')
}
