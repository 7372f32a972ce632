(function () {
  var root = document.documentElement;
  var button = document.getElementById("theme");
  button.addEventListener("click", function () {
    var dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : window.matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  button.hidden = false;
  document.querySelectorAll(".scroll").forEach(function (box) {
    var rows = box.querySelectorAll("tbody tr").length, all = document.createElement("button");
    if (box.scrollHeight <= box.clientHeight + 2) { return; }
    all.type = "button";
    all.className = "allrows";
    all.textContent = "Show all " + rows + " rows";
    all.addEventListener("click", function () { box.classList.add("free"); all.remove(); });
    box.after(all);
  });
})();
