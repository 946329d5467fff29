import { eventually } from '@waybill/testing/eventually';
import type { Locator, Page } from 'playwright-core';

/** How a person works on a page: with the mouse, or by keyboard alone. */
export interface Hand {
  /** Presses a button or follows a link. */
  press(target: Locator): Promise<void>;
  /** Writes a text into a field in place of the one that is there. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses the option of a list that begins with a text. */
  choose(list: Locator, text: string): Promise<void>;
  /** Chooses one of several radio buttons or tabs, which the arrow keys go through. */
  pick(target: Locator): Promise<void>;
}

/** Works with the mouse, and writes with the keyboard. */
export class MouseHand implements Hand {
  press = (target: Locator): Promise<void> => target.click();
  write = (field: Locator, text: string): Promise<void> => field.fill(text);
  pick = (target: Locator): Promise<void> => target.click();

  async choose(list: Locator, text: string): Promise<void> {
    const label = await list
      .locator('option')
      .filter({ hasText: new RegExp(`^${text}`) })
      .first()
      .innerText();
    await list.selectOption({ label });
  }
}

/** Stops of the Tab key on one page, with room to spare. */
const maxStops = 200;

/** Works with the Tab key, the arrows, Enter and Space alone. */
export class KeyboardHand implements Hand {
  constructor(private readonly page: Page) {}

  async press(target: Locator): Promise<void> {
    await this.goTo(target);
    await this.page.keyboard.press('Enter');
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.goTo(field);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
  }

  async choose(list: Locator, text: string): Promise<void> {
    await this.goTo(list);
    const chosen = (): Promise<string> => list.evaluate((element: any) => element.selectedOptions[0].label as string);
    await eventually(`${text} is chosen`, async () => {
      await this.page.keyboard.type(text);
      if ((await chosen()).startsWith(text)) return true;
      // Letters that came too slowly were taken for several words; after a second the browser begins a new one.
      await this.page.waitForTimeout(1_500);
      return (await chosen()).startsWith(text);
    });
  }

  async pick(target: Locator): Promise<void> {
    await target.waitFor();
    const stop = target.locator('xpath=ancestor::*[@role="radiogroup" or @role="tablist"][1]');
    await this.goOn(() =>
      stop.evaluate((element: any) => element.contains(element.ownerDocument.activeElement) as boolean),
    );
    for (let step = 0; step < 20; step++) {
      if (await isFocused(target)) {
        await this.page.keyboard.press('Space');
        return;
      }
      await this.page.keyboard.press((await isTab(target)) ? 'ArrowRight' : 'ArrowDown');
    }
    throw new Error(`the arrows do not reach ${target.toString()}`);
  }

  /** Presses Tab until the target has the focus, once around the page at most. */
  private async goTo(target: Locator): Promise<void> {
    await target.waitFor();
    await this.goOn(() => isFocused(target));
  }

  private async goOn(isThere: () => Promise<boolean>): Promise<void> {
    for (let stop = 0; stop < maxStops; stop++) {
      if (await isThere()) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error('the Tab key does not lead there');
  }
}

/** Has the element the focus of the keyboard? */
export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element: any) => element === element.ownerDocument.activeElement);
const isTab = async (target: Locator): Promise<boolean> => (await target.getAttribute('role')) === 'tab';
