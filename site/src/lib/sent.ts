/**
 * Notes what a form holds while it is sent. The function that it returns empties the form, unless something was typed
 * into it since.
 */
export function noteSent(form: HTMLFormElement): () => void {
  const held = () => JSON.stringify([...form.querySelectorAll<HTMLInputElement>("input, textarea")].map(textOf));
  const sent = held();
  return () => {
    if (held() === sent) form.reset();
  };
}

const textOf = ({ value }: HTMLInputElement) => value;
