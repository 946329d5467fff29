/** The nonce of this page, which its policy wants of every style; empty where the page is served without a policy. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Libraries that make a `<style>` do not all take a nonce: every such element gets it when it is made. */
const createElement = document.createElement.bind(document);
document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
  const element = createElement(name, options);
  if (element instanceof HTMLStyleElement) element.nonce = pageNonce;
  return element;
};
