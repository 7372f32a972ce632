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
})();
