/** Lines on the terminal, each with the name of who said it. */
const COLOURS = [36, 32, 33, 35, 34, 31, 96, 92, 93];
const WIDTH = 15;

/** A printer for one speaker. Colour only where a person looks at it. */
export function labelled(name: string, colour: number): (line: string) => void {
  const inColour = process.stdout.isTTY && !process.env.NO_COLOR;
  const label = name.padEnd(WIDTH);
  const prefix = inColour ? `\u001b[${COLOURS[colour % COLOURS.length]}m${label}\u001b[0m |` : `${label} |`;
  return (line) => {
    process.stdout.write(`${prefix} ${line}\n`);
  };
}
