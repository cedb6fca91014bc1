using System;
using System.IO;
using System.Threading;

namespace Pipescope.DumpReader
{
    /// <summary>Ends this process as soon as its standard input does: nobody is left to read what it writes.</summary>
    internal static class ParentWatch
    {
        public static void Start()
        {
            var thread = new Thread(() =>
            {
                using Stream input = Console.OpenStandardInput();
                try
                {
                    while (input.ReadByte() >= 0) { }
                }
                catch (IOException)
                {
                    // As good as an end.
                }
                Environment.Exit(1);
            });
            thread.IsBackground = true;
            thread.Start();
        }
    }
}
