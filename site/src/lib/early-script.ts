/**
 * Notes on a form that it was submitted before its scripts had come (see useEarlySubmit). It stands in the page itself,
 * and listens behind every handler that the page's scripts have.
 */
export const earlyScript = `addEventListener("submit",e=>{const f=e.target;if(!e.defaultPrevented&&f.getAttribute("method")==="dialog"){e.preventDefault();f.dataset.early=""}})`;
