/** Why a recording is partial, and what that means for whoever opens it. */
const sentences: Readonly<Record<string, string>> = {
  'names-missing': 'Symbols were not collected, so methods are shown as addresses. Everything else was saved.',
  'target-ended': 'The process ended during the recording. The data received until then was saved.',
  'connection-lost': 'The connection to the process was lost. The data received until then was saved.',
  'link-lost':
    'The SSH connection to the machine was lost, which ended the recording. The data received until then was saved; later events, and symbols that are sent at the end, are missing.',
  'disk-full': 'The disk was full. The file ends at its last complete block; later events are missing.',
  'too-slow-disk': 'The disk could not keep up. The file ends at its last complete block; later events are missing.',
  'write-failed': 'Writing to the file failed. The data written until then was saved.',
  'file-removed': 'The file was deleted, moved or replaced while it was recorded, so the recording was stopped.',
  'not-verified': 'The disk took too long to read the file back. It may be complete; open it to check.',
  'cut-off': 'The last block is cut off. Everything before it can be read.',
  damaged: 'Parts of the file cannot be read. The rest can.',
  'no-answer':
    'The process did not respond to the stop request. The data received until then was saved without symbols.',
  'locked-up':
    'The runtime locked up while the recording was stopped; this is a known bug in .NET Core 3.1. The data received until then was saved and checked; symbols are missing. If the process no longer responds, restart it.',
  interrupted: 'Pipescope ended while writing the file. The data written until then was saved.',
}

export function reasonSentence(reason: string): string {
  return sentences[reason] ?? reason.replaceAll('-', ' ')
}
