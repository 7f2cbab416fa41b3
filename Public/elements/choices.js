// Lists to choose from, which give the keys back.

/**
 * Acts on each choice in a list, and tells when a pointer has chosen. After a choice by keys the list keeps the focus.
 * @param {HTMLSelectElement} select @param {() => void} act @param {() => void} chosen
 */
export function whenChosen(select, act, chosen) {
  let isByKeys = false;
  select.addEventListener("keydown", () => { isByKeys = true; });
  select.addEventListener("pointerdown", () => { isByKeys = false; });
  select.addEventListener("change", () => {
    act();
    if (isByKeys) isByKeys = false;
    else chosen();
  });
}
