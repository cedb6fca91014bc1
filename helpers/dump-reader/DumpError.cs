using System;

namespace Pipescope.DumpReader
{
    /// <summary>Why a dump can't be read, as the reader of the stream gets it. The codes are part of the format.</summary>
    internal sealed class DumpError : Exception
    {
        private readonly string code;

        public DumpError(string code, string message)
            : base(message)
        {
            this.code = code;
        }

        /// <summary>File, version or processor that would be needed.</summary>
        public string? Needed { get; init; }

        /// <summary>What is here instead.</summary>
        public string? Actual { get; init; }

        public object Facts => new { code, message = Message, needed = Needed, actual = Actual };
    }
}
