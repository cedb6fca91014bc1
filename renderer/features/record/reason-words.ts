/** Why a recording is a part, and what that means for whoever opens it. */
const sentences: Readonly<Record<string, string>> = {
  'names-missing': 'Names and end were not collected. Methods show as addresses; everything else is there.',
  'target-ended': 'The process ended while it was recorded, without writing the end. What had arrived is there.',
  'connection-lost': 'The connection to the process was lost. What had arrived is there.',
  'disk-full': 'The disk was full. The file ends at its last whole block; what came later is missing.',
  'too-slow-disk': 'The disk could not keep up. The file ends at its last whole block; what came later is missing.',
  'write-failed': 'The file could not be written any more. What had been written is there.',
  'file-removed': 'The file was deleted, moved or replaced while it was recorded, so the recording was stopped.',
  'not-verified': 'The disk took too long to read the file back. It may be complete; open it to check.',
  'cut-off': 'The last block is cut off. What came before it is there.',
  damaged: 'Parts of it cannot be read. The others are there.',
  'no-answer': 'The process did not answer to the stop. What had arrived is there, names are missing.',
  interrupted: 'Pipescope ended while it was written. What had been written is there.',
}

export function reasonSentence(reason: string): string {
  return sentences[reason] ?? reason.replaceAll('-', ' ')
}
